import { eq, sql } from 'drizzle-orm';
import { wordsOf } from '../../packages/mail-reader/parse/clean-html.ts';
import type { TemplateId } from '../../shared/templates.ts';
import type { Words } from '../../shared/words.ts';
import { nameOfPage } from '../../templates/parts/names.ts';
import { renderPlainText } from '../../templates/plain-text.ts';
import { loadTemplates } from '../../templates/render-template.tsx';
import { letterSubject } from '../../templates/subject.ts';
import type { LetterMail } from '../../templates/template.ts';
import type { Services } from '../core/services.ts';
import { wordsFor } from '../core/words.ts';
import { letterContent } from '../letters/deliver/letter-content.ts';
import { letters } from '../letters/schema.ts';

/** Replies that an answer is compared with, and characters of each. */
const REPLIES = 20;
const REPLY_CHARACTERS = 5_000;

/** The letter's subject, and the texts that an answer may quote: the letter and replies, some 100 KB at most. */
export const mailedText = async ({ db, config }: Services, conversationId: string) => {
  const [[found], render] = await Promise.all([
    db
      .select({
        letter: letters,
        photos: sql<
          string[]
        >`array(select alt from letter_photos p where p.letter_id = letters.id order by p.position)`,
        said: sql<string[]>`array(select left(body, ${REPLY_CHARACTERS}) from replies r
          where r.conversation_id = ${conversationId} order by r.created_at desc limit ${REPLIES})`,
      })
      .from(letters)
      .where(eq(letters.conversationId, conversationId))
      .limit(1),
    loadTemplates(),
  ]);
  if (!found) return null;
  const { letter, said } = found;
  const words = wordsFor(letter.language);
  const photos = found.photos.map((alt, index) =>
    photoOf(index + 1, alt || nameOfPage(index + 1, letter.senderName, words)),
  );
  const content = { ...letterContent(config, letter, words, [], () => '', true), photos };
  return {
    subject: letterSubject(content),
    text: [wordsOfMail(render, letter.template, content), ...said].join('\n'),
  };
};

const photoOf = (position: number, alt = '') => ({ src: `cid:page-${position}`, width: 1, height: 1, alt });

type Render = Awaited<ReturnType<typeof loadTemplates>>;

/** The plain text, the heading, which is at another place in HTML, and what only the template says. */
export function wordsOfMail(render: Render, template: TemplateId, letter: LetterMail): string {
  const plain = renderPlainText({ ...letter, heading: null });
  return [plain, letter.heading ?? '', frameOf(render, template, letter.words)].join('\n');
}

/** What a template says in every letter, by its id and the language. */
const frames = new Map<string, string>();

function frameOf(render: Render, template: TemplateId, words: Words): string {
  const key = `${template} ${words.language}`;
  const known = frames.get(key);
  if (known !== undefined) return known;
  const frame = [[photoOf(1)], [photoOf(1), photoOf(2)]]
    .map((photos) => wordsOf(render(template, { ...NOTHING, words, photos })))
    .join('\n');
  frames.set(key, frame);
  return frame;
}

const NOTHING = {
  productName: '',
  productUrl: '',
  senderName: '',
  recipientName: '',
  recipientEmail: '',
  message: '',
  writtenOn: new Date(0),
};
