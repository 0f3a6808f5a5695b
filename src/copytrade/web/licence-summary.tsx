import { useTranslations } from 'use-intl';
import { fromJsonNumber, micros, roundUp, toDecimal, toJsonNumber, usd, zero } from '#money/money.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { addDays } from '#platform/clock.ts';
import { businessNow } from '#platform/web/server-clock.ts';
import { useSite } from '#platform/web/site.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';

interface LicenceSummaryProps {
  dollars: number;
  days: number;
  balance: number | undefined;
}

/** What leaves, until when it works, what can be lost, and whether the money is there. Nothing is promised. */
export function LicenceSummary({ dollars, days, balance }: LicenceSummaryProps) {
  const t = useTranslations('copytrade.new');
  const { riskNote } = useSite();
  const endsAt = addDays(businessNow(), days).toISOString();
  const after = balance === undefined ? null : micros(fromJsonNumber(balance) - usd(String(dollars)));
  return (
    <>
      {dollars > 0 && (
        <Facts>
          <Fact label={t('leaves')}>
            <Amount value={dollars} />
          </Fact>
          <Fact label={t('ends')}>
            <DateTime value={endsAt} />
          </Fact>
          {after !== null && after >= zero && (
            <Fact label={t('after')}>
              <Amount value={toJsonNumber(after)} />
            </Fact>
          )}
        </Facts>
      )}
      {balance !== undefined && after !== null && after < zero && (
        <Missing balance={balance} missing={toDecimal(micros(roundUp(-after, microsPerCent) * microsPerCent))} />
      )}
      <Notice>{riskNote ? `${t('risk')} ${riskNote}` : t('risk')}</Notice>
    </>
  );
}

const microsPerCent = 10_000n;

function Missing({ balance, missing }: { balance: number; missing: string }) {
  const t = useTranslations('copytrade.new');
  const formatUsd = useUsd();
  const deposit = useDialogAddress('deposit');
  return (
    <Notice
      tone="caution"
      action={
        <Button size="small" onClick={() => deposit.open(missing)}>
          {t('bring')}
        </Button>
      }
    >
      {t('missing', { balance: formatUsd(balance), missing: formatUsd(Number(missing)) })}
    </Notice>
  );
}
