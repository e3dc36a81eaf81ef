/** The desk in daylight, as `tokens.css` has it: what shows while the installed app opens. */
const DESK = '#e3e8ed';

const icon = (file: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/icons/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** `/manifest.webmanifest`: makes the product installable. Source: https://www.w3.org/TR/appmanifest/ */
export function webManifest(productName: string) {
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description:
      'Photograph a letter you wrote by hand; it leaves as a beautiful e-mail, and the answer comes home.',
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: DESK,
    theme_color: DESK,
    icons: [
      icon('icon-192.png', 192),
      icon('icon-512.png', 512),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      { name: 'Write a letter', url: '/' },
      { name: 'My Letters', url: '/my-letters' },
    ],
  };
}
