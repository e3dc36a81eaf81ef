import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { photoQuery } from '../../../shared/photos.ts';
import { senderDisplayName } from '../../../templates/parts/names.ts';
import { noFile, sendFile } from '../../answers/file-routes.ts';
import { noPage, noPhoto } from '../../core/errors.ts';
import { languageQuery, pageWords, type Reader, sendPage } from '../../core/http/standalone-pages.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { sendZip } from '../../core/zip-stream.ts';
import { attachmentHeader } from '../../letters/photos/file-names.ts';
import { sendStoredPhoto } from '../../letters/photos/send-stored-photo.ts';
import { readExchanged } from '../archive/data.ts';
import { writeArchive } from '../archive/save-correspondence.ts';
import { letterPages } from '../letter/token-pages.ts';
import { allLettersPage } from './all-letters-page.ts';
import { expiredLinkPage } from './ask-for-letters-page.ts';
import { askForLink, askRoutes } from './ask-routes.ts';
import {
  ANSWERED_BYTES,
  countLetters,
  findAnswersFile,
  hasPhoto,
  LETTERS_A_PAGE,
  listLetters,
  viewerOf,
} from './data.ts';
import { type LettersLink, readLettersLink } from './letters-link.ts';

const params = z.object({ link: z.string() });
const query = languageQuery.extend({ page: z.coerce.number().int().min(1).max(100_000).catch(1) });
const schema = { hide: true, params, querystring: query };

/** The mailed link proves the mailbox, so no Origin is required; only a form changes anything: programs open links. */
export async function allLettersRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await letterPages(scope, services);
    askRoutes(scope, services);
    linkRoutes(scope, services);
  });
}

function linkRoutes(scope: FastifyInstance, services: Services): void {
  const { db } = services;
  const known = (link: string) => readLettersLink(db, services, link);
  const expiredPage = (
    request: Reader & { params: z.infer<typeof params> },
    { language }: LettersLink,
    state: 'expired' | 'asked',
  ) => {
    const page = pageWords(services, request, language);
    return expiredLinkPage(page, { path: `/l/all/${request.params.link}${page.query}`, state });
  };

  scope.get('/l/all/:link', { schema }, async (request, reply) => {
    const { page } = request.query;
    const opened = await known(request.params.link);
    if (opened.expired) return sendPage(reply.code(410), expiredPage(request, opened, 'expired'));
    const listed = await listLetters(db, opened, page);
    const shownIn = pageWords(services, request, opened.language);
    const { words } = shownIn;
    const letters = await readExchanged(db, viewerOf(opened), listed, words, { bytes: ANSWERED_BYTES });
    const [first] = letters;
    if (!first) throw noPage();
    const count = await countLetters(db, opened);
    return sendPage(
      reply,
      allLettersPage({
        ...shownIn,
        path: `/l/all/${request.params.link}`,
        sender: senderDisplayName({ senderName: first.senderName, words }),
        address: opened.address,
        count,
        page,
        pages: Math.ceil(count / LETTERS_A_PAGE),
        letters,
      }),
    );
  });

  scope.post('/l/all/:link', { config: { ownProof: true }, schema }, async (request, reply) => {
    const opened = await known(request.params.link);
    const { letterId, address } = opened;
    await askForLink(services, request.ip, { letterId, address, byRecipient: true });
    return sendPage(reply, expiredPage(request, opened, 'asked'));
  });

  scope.get(
    '/l/all/:link/photo/:photo',
    {
      schema: {
        hide: true,
        params: params.extend({ photo: z.uuid() }),
        querystring: photoQuery.extend(query.pick({ lang: true }).shape),
      },
    },
    async (request, reply) => {
      const { photo } = request.params;
      const { size } = request.query;
      const opened = await known(request.params.link);
      if (opened.expired) return sendPage(reply.code(410), expiredPage(request, opened, 'expired'));
      if (!(await hasPhoto(db, opened, photo))) throw noPhoto();
      return sendStoredPhoto(services, { id: photo, size, name: 'photo.jpg' }, request, reply);
    },
  );

  scope.get(
    '/l/all/:link/file/:file',
    { schema: { hide: true, params: params.extend({ file: z.uuid() }), querystring: query } },
    async (request, reply) => {
      const opened = await known(request.params.link);
      if (opened.expired) return sendPage(reply.code(410), expiredPage(request, opened, 'expired'));
      const file = await findAnswersFile(db, opened, request.params.file);
      if (!file) throw noFile();
      return sendFile(services, file, reply);
    },
  );

  scope.get(
    '/l/all/:link/letters.zip',
    // HEAD would read all of it.
    { exposeHeadRoute: false, schema },
    async (request, reply) => {
      const opened = await known(request.params.link);
      if (opened.expired) return sendPage(reply.code(410), expiredPage(request, opened, 'expired'));
      const whose = `${opened.userId} ${services.addressHash(opened.address)}`;
      await enforce(db, limit('archives of all letters', whose));
      const { words } = pageWords(services, request, opened.language);
      const { longDb } = services;
      const saved = await writeArchive(services, {
        words,
        listed: await listLetters(longDb, opened),
        read: (some, answers) => readExchanged(longDb, viewerOf(opened), some, words, answers),
        namesIn: async ({ senderName, recipientName }) => [
          recipientName || opened.address,
          senderDisplayName({ senderName, words }),
        ],
      });
      if (!saved) throw noPage();
      return sendZip(reply, saved.zip, attachmentHeader('attachment', saved.fileName));
    },
  );
}
