/** 'Ilse Brandt', 'Ilse Brandt and 1 other', 'Ilse Brandt and 3 others'. */
export function andOthers(name: string, others: number): string {
  if (others === 0) return name;
  return `${name} and ${others === 1 ? '1 other' : `${others} others`}`;
}
