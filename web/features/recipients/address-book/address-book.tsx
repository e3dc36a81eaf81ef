import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Recipient } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Failure } from '../../../components/failure.tsx';
import { Icon } from '../../../components/icon.tsx';
import { lazyDialog } from '../../../components/lazy-dialog.tsx';
import { Loading } from '../../../components/loading.tsx';
import { Menu } from '../../../components/menu.tsx';
import { Page } from '../../../components/page.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { useSaving } from '../../../lib/save-file.ts';
import { usePending } from '../../../lib/use-pending.ts';
import { t } from '../../../lib/words.tsx';
import { ReminderChoices } from '../../occasions/reminder-choices.tsx';
import { BroughtInNotice } from '../bring-in/brought-in-notice.tsx';
import type { BroughtIn } from '../bring-in/use-bring-in.ts';
import { GroupForm } from '../groups/group-form.tsx';
import { Groups } from '../groups/groups.tsx';
import { useGroupChanges, useGroups } from '../groups/use-groups.ts';
import { useRecipientChanges, useRecipients } from '../recipients-query.ts';
import styles from './address-book.module.css';
import { EntryForm } from './entry-form.tsx';
import { People } from './people.tsx';

const BringInDialog = lazyDialog(async () => (await import('../bring-in/bring-in-dialog.tsx')).BringInDialog);

const exportUrl = (format: 'vcf' | 'csv') => `/api/recipients/export?format=${format}`;

/** Sent letters keep the name they were sent to. */
export function AddressBook() {
  const query = useRecipients();
  const { add } = useRecipientChanges();
  const groups = useGroups();
  const { add: addGroup } = useGroupChanges();
  const { run, failureOf } = useSaving();
  const [doing, setDoing] = useState<'person' | 'group' | 'import' | 'calendar' | null>(null);
  const [broughtIn, setBroughtIn] = useState<BroughtIn | null>(null);
  const [added, setAdded] = useState<Recipient | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const { data: entries } = query;
  const isPending = usePending(query.isPending || groups.isPending);

  if (isPending || !entries)
    return (
      <Page title={t('Address book')}>
        <Head />
        {isPending ? <Loading inline label={t('Fetching your address book...')} /> : null}
        <ReadFailure query={query} title={t('Your address book could not be fetched')} />
      </Page>
    );

  const end = () => {
    const opener = doing === 'person' ? '[data-add]' : '[aria-expanded]';
    flushSync(() => setDoing(null));
    top.current?.querySelector<HTMLElement>(opener)?.focus();
  };
  const save = (format: 'vcf' | 'csv') => () => void run(exportUrl(format), `address-book.${format}`);
  const isEmpty = entries.length === 0;
  return (
    <Page title={t('Address book')}>
      <div ref={top} className={styles.book}>
        <Head
          actions={
            <>
              {doing === 'person' ? null : (
                <Button data-add variant="secondary" size="sm" onClick={() => setDoing('person')}>
                  <Icon name="plus" />
                  {t('Add somebody')}
                </Button>
              )}
              <Menu
                icon="more"
                label={t('More')}
                items={[
                  ...(isEmpty ? [] : [{ text: t('Make a group'), onSelect: () => setDoing('group') }]),
                  { text: t('Import people'), onSelect: () => setDoing('import') },
                  ...(isEmpty
                    ? []
                    : [
                        { text: t('Export for phones and mail (vCard)'), onSelect: save('vcf') },
                        { text: t('Export for spreadsheets (CSV)'), onSelect: save('csv') },
                      ]),
                  { text: t('Mails and calendar'), onSelect: () => setDoing('calendar') },
                ]}
              />
            </>
          }
        />
        <Failure
          error={failureOf(exportUrl('vcf')) ?? failureOf(exportUrl('csv'))}
          what={t('Download failed.')}
        />
        {doing === 'person' ? (
          <div className={styles.new}>
            <EntryForm
              onSave={async (entry) => {
                setAdded(await add(entry));
                setDoing(null);
              }}
              onCancel={end}
            />
          </div>
        ) : null}
        {doing === 'group' ? (
          <div className={styles.new}>
            <GroupForm
              people={entries}
              onSave={async (body) => {
                await addGroup(body);
                end();
              }}
              onCancel={end}
            />
          </div>
        ) : null}
        <div role="status">
          {broughtIn ? (
            <BroughtInNotice key={broughtIn.recipients[0] ?? broughtIn.birthdays[0]} broughtIn={broughtIn} />
          ) : null}
        </div>
        <Groups people={entries} />
        <People entries={entries} added={added} />
        {doing === 'import' ? (
          <BringInDialog
            onDone={(done) => {
              setBroughtIn(done);
              setDoing(null);
            }}
            onClose={() => setDoing(null)}
          />
        ) : null}
        {doing === 'calendar' ? (
          <Dialog onClose={() => setDoing(null)} title={t('Mails and calendar')} width={560}>
            <ReminderChoices />
          </Dialog>
        ) : null}
      </div>
    </Page>
  );
}

function Head({ actions }: { actions?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1>{t('Address book')}</h1>
      {actions}
    </header>
  );
}
