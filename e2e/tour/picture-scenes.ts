import {
  accountScene,
  confirmingScene,
  giftScene,
  mailLinksScene,
  signInLinksScene,
} from './account-scenes.ts';
import { mutedScene, readingScene, recipientScene, strangerScene, troubleScene } from './letter-scenes.ts';
import { mailsScene } from './mail-scenes.ts';
import { addressBookScene, bringInScene } from './people-scenes.ts';
import type { Scene } from './stage.ts';
import { connectionScene, photoScene, scheduledScene, severalScene } from './wizard-scenes.ts';

/** What the tours of the journeys leave out, for pictures alone; 'trouble' changes what was seeded, and 'mails' shows what the others caused. */
export const PICTURE_SCENES: Record<string, Scene> = {
  photos: photoScene,
  'confirming an address': confirmingScene,
  several: severalScene,
  scheduled: scheduledScene,
  'address book': addressBookScene,
  'bringing people in': bringInScene,
  reading: readingScene,
  gifts: giftScene,
  stranger: strangerScene,
  account: accountScene,
  'links in mails': mailLinksScene,
  'signing in by mail': signInLinksScene,
  recipient: recipientScene,
  'no connection': connectionScene,
  'muted and stopped': mutedScene,
  trouble: troubleScene,
  mails: mailsScene,
};
