import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { type FigureName, isFigure } from '#explanations/figures.ts';
import { Amount } from '#money/web/amount.tsx';
import type { Language } from '#platform/languages.ts';
import { languageNames } from '#platform/web/i18n/language.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { Count } from '#platform/web/ui/count.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { FigureButton } from '#platform/web/ui/figure-link.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Phone } from '#platform/web/ui/phone.tsx';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import styles from './customers.module.css';
import { WhyFigure } from './why-figure.tsx';

export function CustomerOverview({ customer }: { customer: ShownCustomer }) {
  const t = useTranslations('console.customers');
  const fields = useTranslations('console.privacy.fields');
  const { Frozen, Network, SecondFactor } = customer;
  const at = (value: string | null) => (value ? <DateTime value={value} show="minute" /> : t('never'));
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
      {customer.Corrections.map(({ Field, Becomes, TakesEffect }) => (
        <Notice key={Field} tone="caution">
          {t.rich('becomes', {
            field: fields(Field),
            value: () => <bdi className={styles.long}>{Becomes}</bdi>,
            time: () => <DateTime value={TakesEffect} show="minute" />,
          })}
        </Notice>
      ))}
      <div className={styles.cards}>
        <Money customer={customer} />
        <Card title={t('who')}>
          <Facts>
            <Fact label={t('email')}>
              <bdi className={styles.long}>{customer.Email}</bdi>
            </Fact>
            <Fact label={t('confirmed')}>{at(customer.EmailConfirmed)}</Fact>
            <Fact label={t('phone')}>
              <bdi dir="ltr">
                <Phone written={customer.Phone} />
              </bdi>
            </Fact>
            <Fact label={t('birth')}>
              <DateTime value={customer.Birth} />
            </Fact>
            <Fact label={t('since')}>{at(customer.Since)}</Fact>
            <Fact label={t('language')}>{languageNames[customer.Language as Language]}</Fact>
            <Fact label={t('terms')}>
              {customer.TermsAccepted === null ? (
                '—'
              ) : (
                <>
                  {customer.TermsVersion} · {at(customer.TermsAccepted)}
                </>
              )}
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
            <Fact label={t('passkeys')}>
              <Count value={SecondFactor.Passkeys} />
            </Fact>
            <Fact label={t('recoveryCodes')}>
              <Count value={SecondFactor.RecoveryCodesLeft} />
            </Fact>
            <Fact label={t('closedUntil')}>
              {SecondFactor.WithdrawalsClosedUntil ? at(SecondFactor.WithdrawalsClosedUntil) : t('no')}
            </Fact>
            <Fact label={t('passwordChanged')}>{at(customer.PasswordChanged)}</Fact>
            <Fact label={t('openSessions')}>
              <Count value={customer.Counts.Sessions} />
            </Fact>
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
            <Fact label={t('direct')}>
              <Count value={Network.Direct} />
            </Fact>
            <Fact label={t('below')}>
              <Count value={Network.All} />
            </Fact>
          </Facts>
        </Card>
      </div>
    </>
  );
}

/** Figures as the customer's own screens show them; the breakdown of each opens over the page. */
function Money({ customer }: { customer: ShownCustomer }) {
  const t = useTranslations('console.customers');
  const [why, setWhy] = useState<FigureName | null>(null);
  const { Id: id, Accounts, Figures } = customer;
  const accounts = [
    ['invested', t('invested'), Accounts.Invested],
    ['promised', t('promised'), Accounts.Promised],
    ['zord', 'Primezord', Accounts.Zord],
  ] as const;
  return (
    <Card title={t('money')}>
      <Facts>
        {Figures.map(({ Figure, Value }) => (
          <Fact key={Figure} label={t(`figures.${Figure as 'balance'}`)}>
            {isFigure(Figure) ? (
              <FigureButton name={t(`figures.${Figure as 'balance'}`)} onPress={() => setWhy(Figure)}>
                <Amount value={Value} />
              </FigureButton>
            ) : (
              <Amount value={Value} />
            )}
          </Fact>
        ))}
        {accounts.map(([account, name, value]) => (
          <Fact key={account} label={name}>
            <InBooks asked={{ customer: id, account }} name={name}>
              <Amount value={value} />
            </InBooks>
          </Fact>
        ))}
      </Facts>
      <HowCounted rules={accounts.map(([account, name]) => [name, t(`whys.${account}`)])} />
      {why && <WhyFigure customer={id} figure={why} onClose={() => setWhy(null)} />}
    </Card>
  );
}
