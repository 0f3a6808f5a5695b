import type { SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { askPasskey, type SecondFactorWay } from '../contract.ts';
import { approveWithdrawal } from '../use-contract.ts';
import { KeyField } from './key-field.tsx';
import { useShownKey } from './use-shown-key.ts';

interface ApprovalStepProps {
  input: { amount: number; currency: 'brl' | 'usdt' };
  /** The ways of showing the key, as returned by the server. */
  methods: unknown;
  isWorking: boolean;
  /** Set when the withdrawal's answer was lost: the retry sends the same approval. */
  approval: string | null;
  onApproved: (approval: string) => void;
  onBack: () => void;
}

/** The last step of a withdrawal for a customer with a second factor, which is shown for this amount only. */
export function ApprovalStep({ input, methods, isWorking, approval, onApproved, onBack }: ApprovalStepProps) {
  const t = useTranslations('secondfactor.withdraw');
  const amount = { amount: useUsd()(input.amount) };
  const shown = useShownKey({
    ways: readWays(methods),
    askQuestion: () => callApi(askPasskey, { body: { purpose: 'withdrawal', ...input } }),
    onShown: async ({ code, passkey }) => {
      const { Token } = await callApi(approveWithdrawal, { body: { ...input, code, passkey } });
      onApproved(Token);
    },
  });
  function sendAgain(event: SyntheticEvent) {
    event.preventDefault();
    if (approval !== null && !isWorking) onApproved(approval);
  }
  return (
    <form onSubmit={approval === null ? shown.submit : sendAgain} noValidate>
      <DialogBody>
        <p>{t('lead', amount)}</p>
        {approval === null && <KeyField shown={shown} />}
      </DialogBody>
      <DialogActions>
        <Button onClick={onBack} disabled={isWorking}>
          {t('back')}
        </Button>
        <Button kind="primary" type="submit" isWorking={isWorking || shown.attempt.isWorking}>
          {t('confirm', amount)}
        </Button>
      </DialogActions>
    </form>
  );
}

function readWays(methods: unknown): SecondFactorWay[] {
  const said: unknown[] = Array.isArray(methods) ? methods : [];
  return (['app', 'passkey'] as const).filter((way) => said.includes(way));
}
