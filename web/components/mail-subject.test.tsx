import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MailSubject } from './mail-subject.tsx';

const markupOf = (subject: string) => renderToStaticMarkup(<MailSubject subject={subject} />);

it('mail subject: the prefixes of mail programs stand apart from its words', () => {
  expect(markupOf('Re: رسالة من Maren')).toBe('<bdi>Re:</bdi> رسالة من Maren');
  expect(markupOf('AW: Re:Fwd: A letter')).toBe('<bdi>AW: Re:Fwd:</bdi> A letter');
  expect(markupOf('Re[2]: رد： A letter')).toBe('<bdi>Re[2]: رد：</bdi> A letter');
  expect(markupOf('Plums: a letter')).toBe('Plums: a letter');
  expect(markupOf('Re:')).toBe('<bdi>Re:</bdi>');
});
