import { type ComponentType, memo, Suspense } from 'react';
import { type DialogName, useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { User } from '#profile/contract.ts';
import {
  loadBotSubscription,
  loadDeposit,
  loadNewInvestment,
  loadNewLicence,
  loadNewStake,
  loadWithdraw,
} from '../dialogs.ts';
import { later } from '#platform/web/loading/later.tsx';
import { FailedDialog } from '#platform/web/loading/failed-dialog.tsx';

/** Props of a dialog that any screen can open. */
interface HostedDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The customer's balance in USD; undefined until it is known. */
  balance: number | undefined;
  user: User | undefined;
}

const NewStakeDialog = later(loadNewStake, 'NewStakeDialog', FailedDialog);
const NewInvestmentDialog = later(loadNewInvestment, 'NewInvestmentDialog', FailedDialog);
const NewLicenceDialog = later(loadNewLicence, 'NewLicenceDialog', FailedDialog);
const DepositDialog = later(loadDeposit, 'DepositDialog', FailedDialog);
const BotSubscription = later(loadBotSubscription, 'BotSubscription', FailedDialog);
const Withdrawal = later(loadWithdraw, 'Withdrawal', FailedDialog);

/** The dialogs of the navbar and the bottom bar, open over any screen. */
export const DialogHost = memo(function DialogHost({ user }: { user: User | undefined }) {
  return (
    <Suspense fallback={null}>
      <Hosted name="new-stake" Content={NewStakeDialog} user={user} />
      <Hosted name="new-copy" Content={NewLicenceDialog} user={user} />
      <Hosted name="vault-investment" Content={NewInvestmentDialog} user={user} />
      <Hosted name="deposit" Content={DepositDialog} user={user} />
      <Hosted name="withdraw" Content={Withdrawal} user={user} />
      <Hosted name="bot-subscribe" Content={BotSubscription} user={user} />
    </Suspense>
  );
});

interface HostedProps {
  name: DialogName;
  Content: ComponentType<HostedDialogProps>;
  user: User | undefined;
}

function Hosted({ name, Content, user }: HostedProps) {
  const { isOpen, close } = useDialogAddress(name);
  return isOpen ? <Content isOpen onClose={close} balance={user?.Balance} user={user} /> : null;
}
