import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { listFigurePostings } from '#console/customer-lists-contract.ts';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import type { Language } from '#platform/languages.ts';
import { languageNames } from '#platform/web/i18n/language.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import styles from './customers.module.css';
import { useStaffPages } from '../use-staff-query.ts';
import { PagedTable } from './paged-table.tsx';

/** Those that have entries of their own. */
const withEntries = new Set(['balance', 'held']);

export function CustomerOverview({ customer }: { customer: ShownCustomer }) {
  const t = useTranslations('console.customers');
  const { Frozen, Network, SecondFactor } = customer;
  const at = (value: string | null): ReactNode => (value ? <DateTime value={value} show="minute" /> : t('never'));
  return (
    <>
      {customer.Erased && (
        <Notice tone="caution">
          {t('erasedOn')} <DateTime value={customer.Erased} show="minute" />
        </Notice>
      )}
      {Frozen && !customer.Erased && (
        <Notice tone="caution">
          {t('frozenSince')} <DateTime value={Frozen.Since} show="minute" />
          {Frozen.Until && (
            <>
              {' '}
              {t('frozenUntil')} <DateTime value={Frozen.Until} show="minute" />
            </>
          )}
        </Notice>
      )}
      <div className={styles.cards}>
        <Money customer={customer} />
        <Card title={t('who')}>
          <Facts>
            <Fact label={t('email')}>
              <bdi className={styles.long}>{customer.Email}</bdi>
            </Fact>
            <Fact label={t('confirmed')}>{at(customer.EmailConfirmed)}</Fact>
            <Fact label={t('phone')}>
              <bdi dir="ltr">{customer.Phone}</bdi>
            </Fact>
            <Fact label={t('birth')}>
              <DateTime value={customer.Birth} />
            </Fact>
            <Fact label={t('since')}>{at(customer.Since)}</Fact>
            <Fact label={t('language')}>{languageNames[customer.Language as Language]}</Fact>
            <Fact label={t('terms')}>
              {customer.TermsVersion} · {at(customer.TermsAccepted)}
            </Fact>
            <Fact label={t('code')}>
              <bdi>{customer.Code}</bdi>
            </Fact>
          </Facts>
        </Card>
        <Card title={t('access')}>
          <Facts>
            <Fact label={t('secondFactor')}>{SecondFactor.Since ? at(SecondFactor.Since) : t('none')}</Fact>
            <Fact label={t('app')}>{SecondFactor.App ? t('yes') : t('no')}</Fact>
            <Fact label={t('passkeys')}>{SecondFactor.Passkeys}</Fact>
            <Fact label={t('recoveryCodes')}>{SecondFactor.RecoveryCodesLeft}</Fact>
            <Fact label={t('closedUntil')}>
              {SecondFactor.WithdrawalsClosedUntil ? at(SecondFactor.WithdrawalsClosedUntil) : t('no')}
            </Fact>
            <Fact label={t('passwordChanged')}>{at(customer.PasswordChanged)}</Fact>
            <Fact label={t('openSessions')}>{customer.Counts.Sessions}</Fact>
          </Facts>
        </Card>
        <Card title={t('network')}>
          <Facts>
            <Fact label={t('sponsor')}>
              {Network.Sponsor ? (
                <Link to={`/customers/${Network.Sponsor.Id}`}>
                  <bdi>{Network.Sponsor.Name}</bdi>
                </Link>
              ) : (
                t('none')
              )}
            </Fact>
            <Fact label={t('direct')}>{Network.Direct}</Fact>
            <Fact label={t('below')}>{Network.All}</Fact>
          </Facts>
        </Card>
      </div>
    </>
  );
}

/** Figures as the customer's own screens show them; the entries behind one open over the page. */
function Money({ customer }: { customer: ShownCustomer }) {
  const t = useTranslations('console.customers');
  const [why, setWhy] = useState<string | null>(null);
  const { Accounts, Figures } = customer;
  return (
    <Card title={t('money')}>
      <Facts>
        {Figures.map(({ Figure, Value }) => (
          <Fact
            key={Figure}
            label={
              <>
                {t(`figures.${Figure as 'balance'}`)}{' '}
                {withEntries.has(Figure) && (
                  <Button size="small" kind="quiet" onClick={() => setWhy(Figure)}>
                    {t('why')}
                  </Button>
                )}
              </>
            }
          >
            <Amount value={Value} />
          </Fact>
        ))}
        <Fact label={t('invested')}>
          <Amount value={Accounts.Invested} />
        </Fact>
        <Fact label={t('promised')}>
          <Amount value={Accounts.Promised} />
        </Fact>
        <Fact label="Primezord">
          <Amount value={Accounts.Zord} />
        </Fact>
      </Facts>
      {why && <Why customer={customer} figure={why} onClose={() => setWhy(null)} />}
    </Card>
  );
}

interface WhyProps {
  customer: ShownCustomer;
  figure: string;
  onClose: () => void;
}

/** The postings behind a figure. */
function Why({ customer: { Id: id }, figure, onClose }: WhyProps) {
  const t = useTranslations('console.customers');
  const postings = useStaffPages(
    listFigurePostings,
    { params: { id, figure }, query: { limit: '50' } },
    { isLook: true },
  );
  return (
    <Dialog title={t(`figures.${figure as 'balance'}`)} lead={t('whyLead')} isOpen onClose={onClose}>
      <DialogBody>
        <PagedTable
          caption={t('whyLead')}
          query={postings}
          columns={[
            { id: 'date', header: t('date'), cell: ({ Date: at }) => <DateTime value={at} show="minute" /> },
            { id: 'kind', header: t('kind'), place: 'title', cell: ({ Kind }) => <code>{Kind}</code> },
            { id: 'way', header: t('way'), cell: ({ From, To }) => `${From} → ${To}` },
            {
              id: 'amount',
              header: t('amount'),
              align: 'end',
              place: 'main',
              cell: ({ Amount: value }) => <Amount value={value} />,
            },
          ]}
          rowKey={({ Id }) => Id}
          empty={t('nothing')}
        />
      </DialogBody>
    </Dialog>
  );
}
