import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RecipientGroup } from '../../../../shared/recipient-groups.ts';
import type { Recipient } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { language, t } from '../../../lib/words.tsx';
import book from '../address-book/address-book.module.css';
import { EntryDeletion } from '../address-book/entry-deletion.tsx';
import { GroupForm } from './group-form.tsx';
import styles from './groups.module.css';
import { useGroupChanges, useGroups } from './use-groups.ts';

type Active = { id: number | null; doing: 'edit' | 'delete' };

/** Groups of the address book, each to be renamed, filled or deleted; nothing before there are people to put in one. */
export function Groups({ people }: { people: readonly Recipient[] }) {
  const { data: groups } = useGroups();
  const { add, change, remove } = useGroupChanges();
  const [active, setActive] = useState<Active | null>(null);
  const section = useRef<HTMLElement>(null);
  if (!groups || people.length === 0) return null;

  /** Ends what was begun; the focus returns to the button that began it, or to the one that is left. */
  function end() {
    const leads = `[data-begins="${active?.doing} ${active?.id}"]`;
    flushSync(() => setActive(null));
    const back = section.current?.querySelector<HTMLElement>(leads);
    (back ?? section.current?.querySelector<HTMLElement>('[data-begins="edit null"]'))?.focus();
  }

  return (
    <section ref={section} className={styles.groups} aria-labelledby="groups-of-people">
      <h3 id="groups-of-people">{t('Groups')}</h3>
      <ul>
        {groups.map((group) => (
          <li key={group.id} className={book.entry}>
            {active?.id === group.id && active.doing === 'edit' ? (
              <GroupForm
                group={group}
                people={people}
                onSave={async (body) => {
                  await change(group.id, body);
                  end();
                }}
                onCancel={end}
              />
            ) : (
              <>
                <div className={book.who}>
                  <b>
                    <bdi>{group.name}</bdi>
                  </b>
                  <span>{membersOf(group, people)}</span>
                </div>
                {active?.id === group.id ? (
                  <EntryDeletion
                    name={group.name}
                    onDelete={async () => {
                      await remove(group.id);
                      end();
                    }}
                    onKeep={end}
                  />
                ) : (
                  <div className={book.actions}>
                    <Button
                      variant="quiet"
                      size="sm"
                      data-begins={`edit ${group.id}`}
                      aria-label={t('Edit {name}', { name: group.name })}
                      onClick={() => setActive({ id: group.id, doing: 'edit' })}
                    >
                      {t('Edit')}
                    </Button>
                    <Button
                      variant="danger"
                      size="sm"
                      data-begins={`delete ${group.id}`}
                      aria-label={t('Delete {name}', { name: group.name })}
                      onClick={() => setActive({ id: group.id, doing: 'delete' })}
                    >
                      {t('Delete')}
                    </Button>
                  </div>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {active?.id === null ? (
        <GroupForm
          people={people}
          onSave={async (body) => {
            await add(body);
            end();
          }}
          onCancel={end}
        />
      ) : (
        <Button
          variant="secondary"
          size="sm"
          data-begins="edit null"
          onClick={() => setActive({ id: null, doing: 'edit' })}
        >
          {t('Make a group')}
        </Button>
      )}
    </section>
  );
}

function membersOf({ recipientIds }: RecipientGroup, people: readonly Recipient[]): string {
  const members = people.filter(({ id }) => recipientIds.includes(id)).map(({ name }) => name);
  if (members.length === 0) return t('Nobody yet');
  return new Intl.ListFormat(language(), { style: 'narrow' }).format(members);
}
