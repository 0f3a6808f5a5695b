import { useTranslations } from 'use-intl';
import { fromJsonNumber } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { useExactUsd } from '#money/web/exact-usd.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import type { Receipt } from '../contract.ts';
import { kindOf } from '../event-kind.ts';
import { shownAmountOf } from '../shown-line.ts';

/** Formats a receipt as plain text for an email or a chat, with the same lines as on the screen. */
export function useReceiptText(): (receipt: Receipt) => string {
  const t = useTranslations('history.receipt');
  const usd = useUsd();
  const exact = useExactUsd();
  const date = useDate();
  const minute = { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return (receipt) =>
    [
      line(t('title'), receipt.Description),
      line(t('date'), date(receipt.Date, minute)),
      line(t('kind'), t(`kinds.${kindOf(receipt.Kind)}`)),
      line(t('amount'), usd(shownAmountOf(receipt), 'exceptZero')),
      line(t('balance'), usd(receipt.Balance)),
      line(t('number'), receipt.Id),
      ...(receipt.Reference === null ? [] : [line(t('reference'), receipt.Reference)]),
      '',
      ...receipt.Transfers.map(({ From, To, Amount }) =>
        line(t('transfer', { from: From, to: To }), exact(fromJsonNumber(Amount))),
      ),
    ].join('\n');

  function line(what: string, value: string): string {
    return t('line', { what, value });
  }
}
