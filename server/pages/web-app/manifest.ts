import { directionOf, type Words } from '../../../shared/words.ts';

/** Background in the light theme (`tokens.css`), shown while the installed app opens. */
const BACKGROUND = '#e3e8ed';

const icon = (file: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Source: https://www.w3.org/TR/appmanifest/ */
export function webManifest(productName: string, { language, t }: Words) {
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description: t(
      'Photograph a letter you wrote by hand; it leaves as a beautiful e-mail, and the answer comes home.',
    ),
    lang: language,
    dir: directionOf(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: BACKGROUND,
    theme_color: BACKGROUND,
    icons: [
      icon('icon-192.png', 192),
      icon('icon-512.png', 512),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      { name: t('Write a letter'), url: '/' },
      { name: t('My Letters'), url: '/my-letters' },
    ],
  };
}
