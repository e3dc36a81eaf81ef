import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import pino from 'pino';
import { Queue } from '../../server/core/jobs/queue.ts';
import { Meters } from '../../server/core/meters.ts';

/**
 * A process that works on jobs and is killed by those whose message is named in `DEADLY`, as by a fault within the
 * parser. It writes the id of each message that it read on a line.
 */
const { DATABASE_URL = '', DEADLY = '' } = process.env;
const queue = new Queue(new Pool({ connectionString: DATABASE_URL }), pino({ level: 'silent' }));
await queue.start();
const none = () => Promise.resolve();
await queue.work(
  {
    'read-inbound-message': async ({ inboundMessageId }) => {
      await sleep(300);
      if (inboundMessageId === DEADLY) process.kill(process.pid, 'SIGKILL');
      // Still being read when the other one ends the process.
      await sleep(300);
      console.log(inboundMessageId);
    },
    'reread-inbound-message': none,
    'send-letter': none,
    'send-mail': none,
    'relay-reply': none,
    'erase-files': none,
    'note-erasure': none,
    'mail-letters-link': none,
    'mail-account-link': none,
  },
  new Meters('test'),
);
