import { eq } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import { said } from '../../../shared/words.ts';
import { announceLetter } from '../../core/events/announce.ts';
import type { Services } from '../../core/services.ts';
import { changeStatus, type LetterRow, reasonColumns } from '../../letters/data.ts';
import { attemptNow } from '../../letters/deliver/deliver-letter.ts';
import { notifySender } from '../../letters/notify-sender.ts';
import { letterPhotos, letters } from '../../letters/schema.ts';
import { lockForReturn, returnPostage } from '../../letters/send/charge-letter.ts';
import { returnUnsent, STOPPED } from '../../letters/wait/release-letters.ts';
import { type Command, letterNumber, letterSubject, OperatorError, printRows } from '../command.ts';

async function findLetter({ db }: Services, id: string | undefined): Promise<LetterRow> {
  const [letter] = await db
    .select()
    .from(letters)
    .where(eq(letters.id, letterNumber(id)));
  if (!letter) throw new OperatorError(`There is no letter ${id}.`);
  return letter;
}

async function show(services: Services, [id]: string[]): Promise<void> {
  const letter = await findLetter(services, id);
  const pages = await services.db.$count(letterPhotos, eq(letterPhotos.letterId, letter.id));
  const moment = (date: Date | null) => date?.toISOString() ?? '';
  printRows([
    ['letter', letter.id],
    ['status', letter.status],
    ['reason', letter.statusReason],
    ['from', `${letter.senderName} <${letter.senderEmail}>, user ${letter.userId}`],
    ['to', `${letter.recipientName} <${letter.recipientEmail}>`],
    ['paper', `${letter.template}, ${pages} photos`],
    ['created', moment(letter.createdAt)],
    [
      'arrives',
      letter.arriveAt ? `${moment(letter.arriveAt)} (${letter.arriveLocal} ${letter.arriveZone})` : '',
    ],
    ['queued', moment(letter.queuedAt)],
    ['sent', moment(letter.sentAt)],
    ['attempts', letter.attempts],
    ['next attempt', letter.status === STATUS.queued ? moment(letter.nextAttemptAt) : ''],
    ['charges', letter.charges],
    ['Message-ID', letter.messageId],
    ['conversation', letter.conversationId],
  ]);
}

async function resend(services: Services, [id]: string[]): Promise<void> {
  const { db, queue } = services;
  const letter = await findLetter(services, id);
  if (letter.status !== STATUS.queued)
    throw new OperatorError(`Letter ${letter.id} is ${letter.status}. Only one that waits can be tried now.`);
  await db.transaction((tx) => attemptNow(tx, queue, letter.id));
  console.log(`Letter ${letter.id} is tried now.`);
}

/** A queued letter fails, a scheduled one goes back to its sender; one that is being sent cannot be stopped. */
export async function cancel(services: Services, [id]: string[]): Promise<void> {
  const letterId = letterNumber(id);
  await services.db.transaction(async (tx) => {
    const [owner] = await tx.select({ userId: letters.userId }).from(letters).where(eq(letters.id, letterId));
    const letter = owner ? await lockForReturn(tx, { id: letterId, userId: owner.userId }) : null;
    if (!letter) throw new OperatorError(`There is no letter ${id}.`);
    if (letter.status === STATUS.scheduled) await returnUnsent(tx, letter, STOPPED);
    else if (letter.status === STATUS.queued) {
      await changeStatus(tx, [letterId], STATUS.failed, { ...reasonColumns(STOPPED), leaseUntil: null });
      await returnPostage(tx, letter, 'not sent');
      await announceLetter(tx, letterId);
    } else throw new OperatorError(`Letter ${id} is ${letter.status}. Only one that waits can be cancelled.`);
    await notifySender(tx, services, [{ letter, reason: STOPPED, advice: said('There you can read it.') }]);
  });
  console.log(`Letter ${letterId} will not leave, and its credit went back.`);
}

export const letterCommands: Record<string, Command> = {
  'letters show': {
    args: '<letter>',
    what: 'how a letter stands and why, not what it says',
    run: show,
  },
  'letters resend': {
    args: '<letter>',
    what: 'try one that waits now',
    run: resend,
    subject: letterSubject,
  },
  'letters cancel': {
    args: '<letter>',
    what: 'stop one that waits, and give its credit back',
    run: cancel,
    subject: letterSubject,
  },
};
