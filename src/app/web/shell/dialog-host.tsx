import { type ComponentType, lazy, Suspense } from 'react';
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

/** What a dialog that any screen can open is told. */
interface HostedDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The customer's balance, USD; undefined until it is known. */
  balance: number | undefined;
  user: User | undefined;
}

const NewStakeDialog = lazy(() => loadNewStake().then((module) => ({ default: module.NewStakeDialog })));
const NewInvestmentDialog = lazy(() => loadNewInvestment().then((module) => ({ default: module.NewInvestmentDialog })));
const NewLicenceDialog = lazy(() => loadNewLicence().then((module) => ({ default: module.NewLicenceDialog })));
const DepositDialog = lazy(() => loadDeposit().then((module) => ({ default: module.DepositDialog })));
const BotSubscription = lazy(() => loadBotSubscription().then((module) => ({ default: module.BotSubscription })));
const Withdrawal = lazy(() => loadWithdraw().then((module) => ({ default: module.Withdrawal })));

/** The dialogs of the navbar and the bottom bar, open over whatever screen the address names. */
export function DialogHost({ user }: { user: User | undefined }) {
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
}

interface HostedProps {
  name: DialogName;
  Content: ComponentType<HostedDialogProps>;
  user: User | undefined;
}

function Hosted({ name, Content, user }: HostedProps) {
  const { isOpen, close } = useDialogAddress(name);
  return isOpen ? <Content isOpen onClose={close} balance={user?.Balance} user={user} /> : null;
}
