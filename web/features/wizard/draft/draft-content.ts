import { type DeskContent, deskContent } from '../../../../shared/drafts.ts';
import { DEFAULT_TEMPLATE } from '../../../../shared/templates.ts';
import { DEFAULT_MESSAGE } from '../../../../templates/message.ts';
import { newLetter, type WizardState } from '../wizard-state.ts';

/** Whether nothing is lost when the desk is cleared: where somebody has only looked, there is no letter yet. */
function isEmptyDesk({ photos, recipient, template, message }: Omit<WizardState, 'sent'>): boolean {
  return (
    photos.length === 0 &&
    recipient.name.trim() === '' &&
    recipient.email.trim() === '' &&
    template === DEFAULT_TEMPLATE &&
    message === DEFAULT_MESSAGE
  );
}

/** What is kept of a letter in progress; null for an empty desk, and for what a draft can't hold. */
export function deskOf(state: WizardState): DeskContent | null {
  if (isEmptyDesk(state)) return null;
  return deskContent.safeParse(state).data ?? null;
}

/** The letter as it lay there, at its first step: the way to the step it was left at is the page's. */
export function letterOn({ photos, recipient, template, message, intent }: DeskContent): WizardState {
  return { ...newLetter(), photos, recipient, template, message, intent };
}

/** Equal for equal contents, whatever the order of their keys. */
export function fingerprint(content: DeskContent): string {
  return JSON.stringify(deskContent.parse(content));
}
