import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Recipient } from '../../../../shared/recipients.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { n, t } from '../../../lib/words.tsx';
import book from '../address-book/address-book.module.css';
import { GroupForm } from './group-form.tsx';
import styles from './groups.module.css';
import { useGroupChanges, useGroups } from './use-groups.ts';

export function Groups({ people }: { people: readonly Recipient[] }) {
  const query = useGroups();
  const { change, remove } = useGroupChanges();
  /** ids of the groups that are being edited */
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const section = useRef<HTMLElement>(null);
  const { data: groups } = query;
  if (!groups)
    return (
      <ReadFailure query={query} title={t('Groups')}>
        {t('This could not be fetched.')}
      </ReadFailure>
    );
  if (groups.length === 0) return null;

  /** Closes a group's form; the focus moves to the group, to the first one if that is gone, or to the page. */
  function close(id: number) {
    flushSync(() => setOpen((now) => new Set([...now].filter((other) => other !== id))));
    const back = section.current?.querySelector<HTMLElement>(`[data-group="${id}"]`);
    (
      back ??
      section.current?.querySelector<HTMLElement>('[data-group]') ??
      document.getElementById('main')
    )?.focus();
  }

  return (
    <section ref={section} aria-label={t('Groups')}>
      <ul className={styles.groups}>
        {groups.map((group) => {
          const { id, name, recipientIds } = group;
          const members = people.filter((one) => recipientIds.includes(one.id));
          return (
            <li key={id} className={styles.group}>
              {open.has(id) ? (
                <GroupForm
                  group={group}
                  people={people}
                  onSave={async (body) => {
                    await change(id, body);
                    close(id);
                  }}
                  onDelete={async () => {
                    await remove(id);
                    close(id);
                  }}
                  onCancel={() => close(id)}
                />
              ) : (
                <>
                  <button
                    type="button"
                    className={book.who}
                    data-group={id}
                    onClick={() => setOpen((now) => new Set(now).add(id))}
                  >
                    <span className="vh">{t('Edit')} </span>
                    <b className="called">
                      <bdi>{name}</bdi>
                    </b>
                    <span className="dim sm">
                      {members.length > 0 ? n(members.length, '1 person', '{n} people') : t('Nobody yet')}
                    </span>
                  </button>
                  {members.length > 0 ? (
                    <ButtonLink
                      variant="quiet"
                      size="sm"
                      to="/"
                      state={{ writeTo: members }}
                      aria-label={t('Write to all of {name}', { name })}
                    >
                      {t('Write to all')}
                    </ButtonLink>
                  ) : null}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
