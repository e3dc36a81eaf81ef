/** The light of a page in words. @param light 0 as photographed, 1 even, 2 ink on white */
export function lightMessage(light: number): string {
  if (light === 0) return 'As photographed';
  if (light < 1) return `${Math.round(light * 100)}% even light`;
  if (light === 1) return 'Even light';
  return light === 2 ? 'Ink on white' : `Even light, ${Math.round((light - 1) * 100)}% ink on white`;
}
