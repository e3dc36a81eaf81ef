import { eq, or } from 'drizzle-orm';
import type { AllServices } from '../../pages/account/erasure-list.ts';
import {
  disableAccount,
  enableAccount,
  listAccounts,
  resetAccount,
  verifyAccount,
} from '../../people/identity/operator-commands.ts';
import { accounts } from '../../people/identity/schema.ts';
import { type Command, printRows, type Subject } from '../command.ts';

type AccountVerb = (services: AllServices, who: string) => Promise<string>;

const accountSubject: Subject = async ({ db }, [who = '']) => {
  const name = who.trim();
  const [account] = await db
    .select({ uid: accounts.uid })
    .from(accounts)
    .where(or(eq(accounts.email, name.toLowerCase()), eq(accounts.uid, name)));
  return account ? `account ${account.uid}` : 'nobody';
};

const accountCommand = (what: string, verb: AccountVerb): Command => ({
  args: '<person>',
  what,
  run: async (services, [who = '']) => console.log(await verb(services, who)),
  subject: accountSubject,
});

export const accountCommands: Record<string, Command> = {
  accounts: {
    what: 'every account: verified or not, enabled or not, how they sign in, when they last did',
    run: async (services) => printRows(await listAccounts(services)),
  },
  'accounts disable': accountCommand('sign them out everywhere and let them in no more', disableAccount),
  'accounts enable': accountCommand('let them in again', enableAccount),
  'accounts verify': accountCommand('take their address for verified', verifyAccount),
  'accounts reset': accountCommand('mail them a link to set a new password', resetAccount),
};
