import { n } from './words.tsx';

/** 'Ilse Brandt', 'Ilse Brandt and 1 other', 'Ilse Brandt and 3 others'. */
export function andOthers(name: string, others: number): string {
  if (others === 0) return name;
  // Translators: stands in sentences in the place of a name: ‘Your letter to {name}’
  return n(others, '{name} and 1 other', '{name} and {n} others', { name });
}
