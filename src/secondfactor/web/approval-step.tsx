import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { callApi } from '#platform/web/api.ts';
import type { ApprovalStepProps, ApprovedInput } from '#platform/web/intents/use-approval.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { askPasskey, type SecondFactorWay } from '../contract.ts';
import { approveMove } from '../use-contract.ts';
import { KeyField } from './key-field.tsx';
import { useShownKey } from './use-shown-key.ts';

/** The last step of whatever gives money up, for a customer with a second factor, which is shown for this alone. */
export function ApprovalStep({ input, methods, isWorking, approval, onApproved, onBack }: ApprovalStepProps) {
  const t = useTranslations('secondfactor.approve');
  const amount = { amount: useUsd()(input.amount) };
  const move = moveOf(input);
  const shown = useShownKey({
    ways: readWays(methods),
    askQuestion: () => callApi(askPasskey, { body: move }),
    onShown: async ({ code, passkey }) => {
      const { Token } = await callApi(approveMove, { body: { ...move, code, passkey } });
      onApproved(Token);
    },
  });
  return (
    <Form isWorking={isWorking} onSubmit={approval === null ? shown.submit : () => onApproved(approval)}>
      <DialogBody>
        <p>{t(`${input.purpose}.lead`, amount)}</p>
        {approval === null && <KeyField shown={shown} />}
      </DialogBody>
      <DialogActions>
        <Button onClick={onBack} disabled={isWorking}>
          {t('back')}
        </Button>
        <Button kind="primary" type="submit" isWorking={isWorking || shown.attempt.isWorking}>
          {t(`${input.purpose}.confirm`, amount)}
        </Button>
      </DialogActions>
    </Form>
  );
}

function moveOf(input: ApprovedInput) {
  const { purpose } = input;
  if (purpose === 'withdrawal') return input;
  return purpose === 'leave' ? { purpose, position: input.position } : { purpose };
}

function readWays(methods: unknown): SecondFactorWay[] {
  const said: unknown[] = Array.isArray(methods) ? methods : [];
  return (['app', 'passkey'] as const).filter((way) => said.includes(way));
}
