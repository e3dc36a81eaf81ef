import { findAway, noteAway, probeNow, takeProbe } from '../../core/away.ts';
import type { Executor } from '../../core/db/database.ts';
import { deleteFleetState } from '../../core/fleet-state.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import type { MailServices, MailTransport } from './transport.ts';

const NAME = 'mail server';
/** Seconds until the second probe, which doubles; and until another one where a probe is not heard of. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 120;
const PROBED_WITHIN = 60;

/** The right to send a mail, by `mail`. */
export interface Turn {
  mail: MailTransport;
  /** for a turn by which nothing was sent */
  giveBack(): Promise<void>;
}

/** While the mail server takes nothing one mail of the whole fleet probes it. @returns null when this one waits */
export async function takeTurn(needs: MailServices): Promise<Turn | null> {
  const { db, mail: transport, queue, log } = needs;
  const { failures, probes } = await takeProbe(db, NAME, PROBED_WITHIN, 2 * LONGEST_PAUSE);
  if (failures > 0 && !probes) return null;
  let isUsed = false;
  const noteFailure = async (response: string) => {
    const pause = Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE);
    await noteAway(db, NAME, { failures: failures + 1, since: new Date(), response }, pause, probes);
  };
  const noteReply = async () => {
    if (!probes) return;
    log.info({ failures }, 'the mail server takes mail again');
    await db.transaction(async (tx) => {
      await deleteFleetState(tx, NAME);
      await queue.retryNow(tx, 'send-mail');
    });
  };
  const note = (noted: Promise<void>) =>
    noted.catch((error: unknown) => log.warn({ err: error }, 'how the mail server does was not noted'));
  const mail: MailTransport = {
    ...transport,
    async send(composed) {
      isUsed = true;
      try {
        await transport.send(composed, failures);
      } catch (error) {
        if (!(error instanceof DeliveryFailure)) isUsed = false;
        else if (error.isOfServer) await note(noteFailure(error.response ?? error.message));
        else await note(noteReply());
        throw error;
      }
      await note(noteReply());
    },
  };
  const giveBack = async () => {
    if (probes && !isUsed) await note(probeNow(db, NAME));
  };
  return { mail, giveBack };
}

export const mailServerAway = (db: Executor) => findAway(db, NAME);
