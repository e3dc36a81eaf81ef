import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { openDatabase } from '../../server/core/db/database.ts';
import { listLetters } from '../../server/letters/data.ts';
import { words } from '../../shared/words.ts';

// A process of its own, as the product is: a bare route that runs the query of GET /api/letters and stringifies it.
const [databaseUrl = '', uid = ''] = process.argv.slice(2);
const { db } = openDatabase({ connectionString: databaseUrl }, (error) => console.error(error.message));
const app = Fastify();
app.get('/letters', async () =>
  listLetters({ db, config: { publicUrl: 'http://localhost' }, words: words('en') }, uid, { limit: 21 }),
);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
console.log(`http://127.0.0.1:${port}/letters`);
