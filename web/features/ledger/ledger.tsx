import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ledgerPage } from '../../../shared/credits.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SummaryCard, SummaryCardFooter } from '../../components/summary-card.tsx';
import { read } from '../../lib/api.ts';
import { focusAtFirst } from '../../lib/focus-at-first.ts';
import { t } from '../../lib/words.tsx';
import { CreditsHeld } from '../credits/credits-graphic.tsx';
import { useGifts } from '../gifts/gifts-query.ts';
import { GiveStamps } from '../gifts/give-stamps.tsx';
import { usePerson } from '../identity/use-person.ts';
import { useUser } from '../identity/use-user.ts';
import styles from './ledger.module.css';
import { LedgerTable } from './ledger-table.tsx';

const ENTRIES_A_PAGE = 25;

export function Ledger() {
  const { user, loading, error, readAgain } = useUser();
  // Read again at each visit: letters and payments add entries.
  const ledger = useInfiniteQuery({
    queryKey: ['ledger', user?.id],
    queryFn: ({ pageParam }) => read(`/api/ledger?limit=${ENTRIES_A_PAGE}${pageParam}`, ledgerPage),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor && `&cursor=${nextCursor}`,
    enabled: user !== null,
    gcTime: 0,
  });
  const pages = ledger.data?.pages;
  const credits = pages?.[0]?.credits;
  const failed = ledger.isError || (user === null && error !== null);
  const again = ledger.isFetchNextPageError ? ledger.fetchNextPage : ledger.refetch;
  const refetch = user === null ? readAgain : again;
  const gifts = useGifts();
  const { emailVerified } = usePerson();
  const [params] = useSearchParams();
  // Together, so that neither moves the other.
  const entries = gifts.isPending ? undefined : pages?.flatMap((page) => page.entries);
  return (
    <Page title={t('Your credits')}>
      <div className="lead">
        <h1>{t('Your credits')}</h1>
        <p className="dim">{t('Credits never expire. One that was not delivered comes back.')}</p>
      </div>
      {params.has('stamp') && !emailVerified ? (
        <Notice tone="info" className="mb5" title={t('A gift waits for you')}>
          <p>{t('Confirm your address, and it is yours.')}</p>
        </Notice>
      ) : null}
      {!entries && !failed ? (
        <Loading label={t('Opening the ledger...')} />
      ) : (
        <div className={styles.columns}>
          {credits !== undefined ? <Balance credits={credits} /> : null}
          <div className={styles.entries}>
            {entries && gifts.data ? <GiveStamps overview={gifts.data} /> : null}
            <ReadFailure query={gifts} title={t('Give stamps')} again={t('Try again')}>
              {t('This could not be fetched.')}
            </ReadFailure>
            {entries ? (
              <SummaryCard aria-labelledby="ledger">
                <h2 id="ledger">{t('Ledger')}</h2>
                {entries.length > 0 ? (
                  <>
                    <LedgerTable entries={entries} />
                    <SummaryCardFooter>
                      {ledger.hasNextPage ? (
                        <Button
                          variant="secondary"
                          size="sm"
                          busy={ledger.isFetching}
                          onClick={() => ledger.fetchNextPage()}
                        >
                          {t('Show older entries')}
                        </Button>
                      ) : (
                        // After the first page the button that was pressed is gone.
                        <p tabIndex={-1} ref={pages && pages.length > 1 ? focusAtFirst : undefined}>
                          {t('This is where it began.')}
                        </p>
                      )}
                    </SummaryCardFooter>
                  </>
                ) : (
                  <p className={styles.empty}>{t('Nothing has come or gone yet.')}</p>
                )}
              </SummaryCard>
            ) : null}
            <ReadFailure
              query={{ isError: failed, isFetching: ledger.isFetching || loading, refetch }}
              title={t('Your ledger could not be read')}
              again={t('Try again')}
            >
              <p>{t('Your credits are safe. Please check your connection.')}</p>
            </ReadFailure>
          </div>
        </div>
      )}
    </Page>
  );
}

function Balance({ credits }: { credits: number }) {
  return (
    <aside className={styles.side} aria-label={t('Your credits')}>
      <CreditsHeld credits={credits} />
      <p className="actions">
        <ButtonLink to="/payment">{t('Buy Credits')}</ButtonLink>
        {credits > 0 ? (
          <ButtonLink variant="secondary" to="/">
            {t('Write a letter')}
          </ButtonLink>
        ) : null}
      </p>
    </aside>
  );
}
