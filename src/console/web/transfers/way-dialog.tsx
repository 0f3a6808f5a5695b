import type { TransferHistory } from '#console/transfers-contract.ts';
import { FormDialog } from '../commands/form-dialog.tsx';
import { TransferFacts } from './transfer-facts.tsx';

interface WayDialogProps {
  transfer: TransferHistory;
  /** What is to be done with it. */
  command: string;
  onClose: () => void;
}

/** Ending a transfer by hand takes evidence, which is the brokerage's written word where it still calls the transfer pending. */
export function WayDialog({ transfer, command, onClose }: WayDialogProps) {
  const { Id, Amount: usd, State } = transfer;
  const isByHand = command === 'transfer settle' || command === 'transfer return';
  const given = {
    [command.startsWith('withdrawals ') ? 'withdrawal' : 'transfer']: Id,
    ...(isByHand && { amount: usd, written: State === 'sending' }),
  };
  return (
    <FormDialog command={command} given={given} onClose={onClose}>
      <TransferFacts transfer={transfer} />
    </FormDialog>
  );
}
