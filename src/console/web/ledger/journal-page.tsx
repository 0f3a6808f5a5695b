import { useTranslations } from 'use-intl';
import { Link, useLocation, useParams } from 'react-router';
import { readJournal } from '#console/ledger-contract.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import shared from '../shared.module.css';
import { type ChainedJournal, JournalChain } from './journal-chain.tsx';
import { useKindName } from './kind-name.ts';
import { Legs } from './legs.tsx';
import styles from './ledger.module.css';

/** One journal: its entries and cause, its place in the chain, and how to reverse it. */
export function JournalPage() {
  const t = useTranslations('console.ledger');
  const { owner = '', number = '' } = useParams();
  const journal = useStaffQuery(readJournal, { params: { owner, number } }, { isLook: true });
  return (
    <>
      <Link to={{ pathname: '/ledger', search: useLocation().search }} className={styles.back ?? ''}>
        {t('back')}
      </Link>
      <QueryView query={journal} waiting={<SkeletonRows />}>
        {(read) => <Shown journal={read} />}
      </QueryView>
    </>
  );
}

function Shown({ journal }: { journal: ChainedJournal }) {
  const t = useTranslations('console.ledger');
  const nameOf = useKindName();
  return (
    <>
      <PageHeader
        title={nameOf(journal.Kind)}
        lead={<code className={shared.key}>{journal.Key}</code>}
        action={
          journal.Reversible && (
            <CommandButton command="ledger reverse" given={{ journal: journal.Key }}>
              <Legs
                legs={journal.Legs.map(({ From, To, Amount }) => ({
                  From: To,
                  To: From === 'held' ? 'balance' : From,
                  Amount,
                }))}
              />
            </CommandButton>
          )
        }
      />
      {!journal.Holds && <Notice tone="caution">{t('broken')}</Notice>}
      <div className={styles.parts}>
        <Card title={t('what')}>
          <WhatHappened journal={journal} />
        </Card>
        <Card title={t('chain')}>
          <JournalChain journal={journal} />
        </Card>
      </div>
    </>
  );
}

function WhatHappened({ journal }: { journal: ChainedJournal }) {
  const t = useTranslations('console.ledger');
  const { Customer, ReversedBy, Reverses, Reason } = journal;
  return (
    <>
      <Facts>
        <Fact label={t('customer')}>
          {Customer ? (
            <Link to={`/customers/${Customer.Id}`} dir="auto">
              {Customer.Name}
            </Link>
          ) : (
            t('house')
          )}
        </Fact>
        <Fact label={t('at')}>
          <DateTime value={journal.At} show="minute" />
        </Fact>
        <Fact label={t('posted')}>
          <DateTime value={journal.Posted} show="minute" />
        </Fact>
        <Fact label={t('cause')}>
          <Cause journal={journal} />
        </Fact>
        {ReversedBy && (
          <Fact label={t('reversedBy')}>
            <code className={shared.key}>{ReversedBy}</code>
          </Fact>
        )}
        {Reverses && (
          <Fact label={t('reverses')}>
            <code className={shared.key}>{Reverses}</code>
          </Fact>
        )}
        {Reason && (
          <Fact label={t('reason')}>
            <span dir="auto">{Reason}</span>
          </Fact>
        )}
      </Facts>
      <h3 className={styles.note}>{t('legs')}</h3>
      <Legs legs={journal.Legs} />
    </>
  );
}

/** The object the journal refers to, with a link. */
function Cause({ journal: { Cause: cause } }: { journal: ChainedJournal }) {
  const t = useTranslations('console.ledger');
  const products = useTranslations('console.treasury.productNames');
  if (!cause) return t('causes.none');
  const { Kind, Id, Product } = cause;
  const id = <code className={shared.key}>{Id}</code>;
  if (Kind === 'transfer')
    return (
      <>
        <Link to={`/transfers/${Id}`}>{t('causes.transfer')}</Link> {id}
      </>
    );
  return (
    <>
      {Product ? products(Product) : t(`causes.${Kind}`)} {id}
    </>
  );
}
