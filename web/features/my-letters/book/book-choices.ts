import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { PaperName } from './paper.ts';

/** How a book is made; kept in its address. */
export interface BookChoices {
  paper: PaperName;
  photosPerPage: 1 | 2;
  answers: boolean;
  /** first and last day, 'YYYY-MM-DD'; null for all */
  from: string | null;
  until: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | null) => (text !== null && DAY.test(text) ? text : null);

export function choicesOf(params: URLSearchParams): BookChoices {
  const paper = params.get('paper');
  return {
    paper: paper === 'A4' ? paper : 'A5',
    photosPerPage: params.get('photos') === '2' ? 2 : 1,
    answers: params.get('answers') !== 'no',
    from: dayOf(params.get('from')),
    until: dayOf(params.get('until')),
  };
}

/** The address' parameters with other choices; what is as usual is not in it. */
export function withChoices(params: URLSearchParams, changed: Partial<BookChoices>): URLSearchParams {
  const { paper, photosPerPage, answers, from, until } = { ...choicesOf(params), ...changed };
  const written = {
    paper: paper === 'A5' ? null : paper,
    photos: photosPerPage === 2 ? '2' : null,
    answers: answers ? null : 'no',
    from,
    until,
  };
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(written)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export function useBookChoices() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  // A choice without it would be another visit of the page, which takes the focus.
  const { hash } = useLocation();
  return {
    choices: choicesOf(params),
    choose: (changed: Partial<BookChoices>) => {
      void navigate({ search: withChoices(params, changed).toString(), hash }, { replace: true });
    },
  };
}
