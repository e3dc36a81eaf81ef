import type { FastifyInstance } from 'fastify';
import type { ClientConfig } from '../../../shared/client-config.ts';
import { msg, type Words } from '../../../shared/words.ts';
import { escapeHtml } from '../../core/html/html.ts';

const OPEN_PAGES: Record<string, { title: string; description: string }> = {
  '/': {
    title: msg('Handwritten letters that arrive by e-mail'),
    description: msg(
      '{product}: photograph a letter you wrote by hand; it leaves as a beautiful e-mail, and the answer comes home.',
    ),
  },
  '/mission': {
    title: msg('Our Mission'),
    description: msg(
      'Why we want letters to be slow again: you write by hand, it arrives as an e-mail, and nobody is followed.',
    ),
  },
  '/support': {
    title: msg('Support'),
    description: msg('Questions and answers about writing, sending and credits, and a form that reaches us.'),
  },
  '/privacy': {
    title: msg('Privacy'),
    description: msg(
      'What {product} keeps of you and for how long, who sees it, and how you take it along or delete it.',
    ),
  },
};

type Site = Pick<ClientConfig, 'productName' | 'languages'> & { publicUrl: string };

/** A language's own address of a page; that without a language is English, or what the browser asks for. */
const urlOf = (page: string, language: string, { publicUrl }: Site) =>
  new URL(language === 'en' ? page : `${page}?lang=${language}`, publicUrl).href;

export function withSearchHead(html: string, page: string | undefined, words: Words, site: Site): string {
  const open = page === undefined ? undefined : OPEN_PAGES[page];
  if (page === undefined || !open) return html;
  const { productName: product } = site;
  const say = (text: string) => escapeHtml(words.say({ text, values: { product } }));
  const [title, description] = [`${say(open.title)} · ${escapeHtml(product)}`, say(open.description)];
  const canonical = escapeHtml(urlOf(page, words.language, site));
  const links = [['x-default', 'en'] as const, ...site.languages.map((each) => [each, each] as const)].map(
    ([name, language]) =>
      `<link rel="alternate" hreflang="${name}" href="${escapeHtml(urlOf(page, language, site))}">`,
  );
  const properties = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': canonical,
    'og:image': escapeHtml(new URL('/icons/social.jpg', site.publicUrl).href),
  };
  const metas = Object.entries(properties).map(
    ([name, content]) => `<meta property="${name}" content="${content}">`,
  );
  const head = [`<link rel="canonical" href="${canonical}">`, ...links, ...metas];
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(
      /<meta name="description" content="[^"]*" \/>/,
      () => `<meta name="description" content="${description}" />`,
    )
    .replace('</head>', (end) => `  ${head.join('\n    ')}\n  ${end}`);
}

export function searchRoutes(app: FastifyInstance, site: Site): void {
  const hidden = { schema: { hide: true } };
  app.get('/robots.txt', hidden, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${new URL('/sitemap.xml', site.publicUrl).href}\n`),
  );
  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const urls = Object.keys(OPEN_PAGES).flatMap((page) =>
      site.languages.map((language) => `<url><loc>${escapeHtml(urlOf(page, language, site))}</loc></url>`),
    );
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });
}
