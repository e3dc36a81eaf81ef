import { t } from '../../lib/words.tsx';
/** @param light 0 as photographed, 1 even, 2 ink on white */
export function lightMessage(light: number): string {
  if (light === 0) return t('As photographed');
  if (light < 1) return t('{percent}% even light', { percent: Math.round(light * 100) });
  if (light === 1) return t('Even light');
  return light === 2
    ? t('Ink on white')
    : t('Even light, {percent}% ink on white', { percent: Math.round((light - 1) * 100) });
}
