import type { FastifyReply } from 'fastify';
import { allowScript, type PageWords, sendPage } from '../../core/http/standalone-pages.ts';
import type { Services } from '../../core/services.ts';
import { letterContent, photosOf } from '../../letters/deliver/letter-content.ts';
import { refusesLetters } from '../../letters/stop-link.ts';
import type { OpenedPage } from '../../letters/web-page.ts';
import { welcomeCoupon } from '../../money/credits/coupons.ts';
import { isStamped } from '../../money/gifts/write-gifts.ts';
import type { Answering, LetterAnswerForm } from './answer-section.ts';
import { letterPage } from './letter-page.ts';

export async function showLetter(
  services: Pick<Services, 'db' | 'config' | 'addressHash'>,
  page: OpenedPage,
  { words, query }: PageWords,
  shown: LetterAnswerForm | 'sent',
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, config } = services;
  const { letter, path, byRecipient } = page;
  const pages = await photosOf(db, letter, words);
  // Whoever has the link that only reads could not claim it.
  const stamped = byRecipient && (await isStamped(db, letter.id));
  const mail = letterContent(
    config,
    letter,
    words,
    pages,
    (position) => `${path}/photo/${position}`,
    stamped,
  );
  const answer = await answeringOf(services, page, shown);
  if (answer.kind === 'form') allowScript(reply);
  return sendPage(
    reply,
    letterPage({
      path,
      query,
      writtenIn: letter.language,
      template: letter.template,
      mail,
      pages,
      answer,
      mayStop: byRecipient || letter.mailedToken === null,
      languages: config.LANGUAGES,
    }),
  );
}

async function answeringOf(
  { db, addressHash }: Pick<Services, 'db' | 'addressHash'>,
  { path, byRecipient }: OpenedPage,
  shown: LetterAnswerForm | 'sent',
): Promise<Answering> {
  if (!byRecipient) return { kind: 'reading' };
  if (shown === 'sent') return { kind: 'sent', freeLetters: (await welcomeCoupon(db, null)) !== null };
  const refused = await refusesLetters(db, addressHash, path.slice('/l/'.length));
  return refused ? { kind: 'refused', draft: shown.draft } : shown;
}
