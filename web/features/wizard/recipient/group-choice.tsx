import { countsInWords } from '../../../../shared/words.ts';
import entries from '../../../components/entry-list.module.css';
import { language, t } from '../../../lib/words.tsx';
import { useGroups } from '../../recipients/groups/use-groups.ts';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { useRecipients } from '../../recipients/recipients-query.ts';
import { chosenFrom, everybody } from '../recipients.ts';
import type { Wizard } from '../wizard-store.ts';

export function GroupChoice({ wizard: { state, dispatch } }: { wizard: Wizard }) {
  const { data: groups = [] } = useGroups();
  const { data: book = [] } = useRecipients();
  const chosen = new Set(everybody(state).map(({ email }) => recipientKey(email)));
  const filled = groups
    .map((group) => ({ ...group, people: book.filter(({ id }) => group.recipientIds.includes(id)) }))
    .filter(({ people }) => people[0]);
  if (filled.length === 0) return null;
  return (
    <section aria-labelledby="recipient-groups">
      <h2 id="recipient-groups">{t('Groups')}</h2>
      <ul className={entries.list}>
        {filled.map(({ id, name, people }) => {
          const isIn = people.every(({ email }) => chosen.has(recipientKey(email)));
          return (
            <li key={id} className={entries.item}>
              <button
                type="button"
                className={entries.entry}
                aria-pressed={isIn}
                onClick={() => {
                  if (!isIn) return dispatch({ type: 'recipients-added', added: people.map(chosenFrom) });
                  for (const one of people) dispatch({ type: 'recipient-toggled', recipient: one });
                }}
              >
                <b className="two-lines">
                  <bdi>{name}</bdi>
                </b>
                <span className={entries.address}>
                  {countsInWords(
                    people.map((one) => one.name),
                    language(),
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
