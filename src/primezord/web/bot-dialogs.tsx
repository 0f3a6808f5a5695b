import { type ComponentType, lazy, Suspense } from 'react';
import { type DialogName, useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { BotDialogProps } from './amount-dialog.tsx';

const DepositDialog = lazy(() => import('./deposit-dialog.tsx').then((module) => ({ default: module.DepositDialog })));
const WithdrawDialog = lazy(() =>
  import('./withdraw-dialog.tsx').then((module) => ({ default: module.WithdrawDialog })),
);
const InvestDialog = lazy(() => import('./invest-dialog.tsx').then((module) => ({ default: module.InvestDialog })));

type Known = Omit<BotDialogProps, 'onClose'>;

/** The dialogs of this screen alone, each open when the address says so. */
export function BotDialogs(known: Known) {
  return (
    <Suspense fallback={null}>
      <Hosted name="bot-deposit" Content={DepositDialog} known={known} />
      <Hosted name="bot-withdraw" Content={WithdrawDialog} known={known} />
      <Hosted name="bot-invest" Content={InvestDialog} known={known} />
    </Suspense>
  );
}

interface HostedProps {
  name: DialogName;
  Content: ComponentType<BotDialogProps>;
  known: Known;
}

function Hosted({ name, Content, known }: HostedProps) {
  const { isOpen, close } = useDialogAddress(name);
  return isOpen ? <Content {...known} onClose={close} /> : null;
}
