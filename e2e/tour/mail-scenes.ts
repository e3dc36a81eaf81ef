import { TEMPLATE_IDS } from '../../shared/templates.ts';
import { signUpOverHttp } from '../../test/support/http-user.ts';
import { mailsIn, type Stage } from './stage.ts';

/** A letter on each paper, and one mail of each kind that the scenes before it brought about. */
export async function mailsScene(stage: Stage): Promise<void> {
  const { page, visit, url, language } = stage;
  const half = Math.ceil(TEMPLATE_IDS.length / 2);
  for (const [index, templates] of [TEMPLATE_IDS.slice(0, half), TEMPLATE_IDS.slice(half)].entries()) {
    const person = await signUpOverHttp(url, `papers-${index}@example.com`);
    for (const template of templates) {
      const { body } = await person.call<{ id: number }>('POST', '/api/letters', {
        recipientName: 'Bea Lind',
        recipientEmail: `${template}@example.net`,
        emailMessage: 'Dear {{recipientName}},\n\nThe plum tree did it at last.\n\nMaren',
        template,
        language,
        photoUrls: [await person.upload('plum-page-1.jpg')],
      });
      await person.call('POST', `/api/letters/${body.id}/send`);
    }
  }
  await page.waitForTimeout(3000);
  const shown = new Set<string>();
  for (const { id, to, subject } of await mailsIn(stage)) {
    const template = TEMPLATE_IDS.find((one) => to.includes(`${one}@example.net`));
    // Names in subjects are the same few: what is left tells the kind.
    const kind = template ?? subject.replace(/[\p{Lu}]\p{Ll}+ \p{Lu}\p{Ll}+|\d+/gu, '');
    if (shown.has(kind)) continue;
    shown.add(kind);
    await page.goto(new URL(`/mailbox/messages/${id}/html`, url).href);
    await visit(template ? `mail-letter-${template}` : `mail-${shown.size}`);
  }
}
