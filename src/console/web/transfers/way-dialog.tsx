import { useTranslations } from 'use-intl';
import type { TransferHistory } from '#console/transfers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';

interface WayDialogProps {
  transfer: TransferHistory;
  /** What is to be done with it. */
  command: string;
  onClose: () => void;
}

/** Ending a transfer by hand takes evidence, which is the brokerage's written word where it still calls the transfer pending. */
export function WayDialog({ transfer: { Id, Amount: usd, Direction, State }, command, onClose }: WayDialogProps) {
  const t = useTranslations('console.transfers');
  const isByHand = command === 'transfer settle' || command === 'transfer return';
  const given = {
    [command.startsWith('withdrawals ') ? 'withdrawal' : 'transfer']: Id,
    ...(isByHand && { amount: usd, written: State === 'sending' }),
  };
  return (
    <FormDialog
      command={command}
      given={given}
      isDangerous={isByHand || command === 'withdrawals refuse'}
      onClose={onClose}
    >
      <Facts>
        <Fact label={t('direction')}>{t(`directions.${Direction}`)}</Fact>
        <Fact label={t('amount')}>
          <Amount value={usd} />
        </Fact>
      </Facts>
    </FormDialog>
  );
}
