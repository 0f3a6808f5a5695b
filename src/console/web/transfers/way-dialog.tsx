import { useTranslations } from 'use-intl';
import type { TransferHistory } from '#console/transfers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';

/** What can be done with a transfer. */
export type Way = 'ask' | 'settle' | 'return' | 'approve' | 'refuse';

export const commands: Record<Way, string> = {
  ask: 'transfer ask',
  settle: 'transfer settle',
  return: 'transfer return',
  approve: 'withdrawals approve',
  refuse: 'withdrawals refuse',
};

interface WayDialogProps {
  transfer: TransferHistory;
  way: Way;
  onClose: () => void;
}

/** Ending a transfer by hand takes evidence, which is the brokerage's written word where it still calls the transfer pending. */
export function WayDialog({ transfer: { Id, Amount: usd, Direction, State }, way, onClose }: WayDialogProps) {
  const t = useTranslations('console.transfers');
  const isByHand = way === 'settle' || way === 'return';
  const given = {
    ...(way === 'approve' || way === 'refuse' ? { withdrawal: Id } : { transfer: Id }),
    ...(isByHand && { amount: usd, written: State === 'sending' }),
  };
  return (
    <FormDialog command={commands[way]} given={given} isDangerous={isByHand || way === 'refuse'} onClose={onClose}>
      <Facts>
        <Fact label={t('direction')}>{t(`directions.${Direction}`)}</Fact>
        <Fact label={t('amount')}>
          <Amount value={usd} />
        </Fact>
      </Facts>
    </FormDialog>
  );
}
