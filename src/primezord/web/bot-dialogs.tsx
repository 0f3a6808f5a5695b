import { type ComponentType, Suspense } from 'react';
import { type DialogName, useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { BotDialogProps } from './amount-dialog.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { FailedDialog } from '#platform/web/loading/failed-dialog.tsx';

const DepositDialog = later(
  part(() => import('./deposit-dialog.tsx')),
  'DepositDialog',
  FailedDialog,
);
const WithdrawDialog = later(
  part(() => import('./withdraw-dialog.tsx')),
  'WithdrawDialog',
  FailedDialog,
);
const InvestDialog = later(
  part(() => import('./invest-dialog.tsx')),
  'InvestDialog',
  FailedDialog,
);

type Known = Omit<BotDialogProps, 'onClose'>;

/** The dialogs that only this screen has, each open when the URL says so. */
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
