import { useTranslations } from 'use-intl';
import { sendConfirmation } from '#auth/contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useApiMutation } from '#platform/web/use-api-mutation.ts';
import type { User } from '#profile/contract.ts';
import { WithdrawDialog } from '#wallet/web/withdraw-dialog.tsx';
import { ApprovalStep } from '../approval-step.ts';

interface WithdrawalProps {
  isOpen: boolean;
  onClose: () => void;
  user: User | undefined;
}

/** Connects the wallet with the customer's identity: withdrawals require a confirmed address, and the second factor if there is one. */
export function Withdrawal({ isOpen, onClose, user }: WithdrawalProps) {
  return (
    <WithdrawDialog
      isOpen={isOpen}
      onClose={onClose}
      balance={user?.Balance}
      unconfirmedEmail={user && !user.EmailConfirmed ? user.Email : null}
      sendAgain={<SendAgain />}
      ApprovalStep={ApprovalStep}
    />
  );
}

function SendAgain() {
  const t = useTranslations('app.confirmation');
  const sending = useApiMutation(sendConfirmation, { success: t('sent') });
  return (
    <Button kind="primary" isWorking={sending.isPending} onClick={() => sending.mutate({})}>
      {t('sendAgain')}
    </Button>
  );
}
