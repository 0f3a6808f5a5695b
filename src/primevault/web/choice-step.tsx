import { useTranslations } from 'use-intl';
import { AmountChoice } from '#money/web/amount-choice.tsx';
import { useUsd } from '#money/web/amount.tsx';
import { useSite } from '#platform/web/site.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { type Block, Form, Submit } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useFirstField } from '#platform/web/ui/use-first-field.ts';
import { PromiseBrief, PromiseSummary, type Promised } from '#positions/web/promise-summary.tsx';
import { useAmountBlock } from '#money/web/use-amount-block.ts';
import type { Plan } from '../contract.ts';
import type { NewInvestment, NewInvestmentEvent } from './new-investment-steps.ts';
import { PromocodeField } from './promocode-field.tsx';
import type { CodeCheck } from './use-code-check.ts';

interface ChoiceStepProps {
  plan: Plan;
  state: Extract<NewInvestment, { step: 'choice' }>;
  send: (event: NewInvestmentEvent) => void;
  check: CodeCheck;
  balance: number | undefined;
  onConfirm: () => void;
  isWorking: boolean;
}

/** Step 2: the amount, a code, and what they result in, before the confirm. */
export function ChoiceStep({ plan, state, send, check, balance, onConfirm, isWorking }: ChoiceStepProps) {
  const t = useTranslations('primevault.new');
  const back = useTranslations('platform')('back');
  const formatUsd = useUsd();
  const form = useFirstField();
  const blockOf = useAmountBlock('vault-investment');
  const promised: Promised = {
    words: 'primevault.new',
    days: plan.Days,
    rate: check.state === 'accepted' ? check.quote.Rate : plan.Rate,
    dollars: state.dollars,
    taxRate: plan.TaxRate,
  };
  const codeBlock: Record<string, Block> = { checking: { says: t('checking') }, refused: { says: t('checkCode') } };
  const blocked = blockOf(state.dollars, balance, state) ?? codeBlock[check.state];

  return (
    <Form ref={form} isWorking={isWorking} blocked={blocked} onSubmit={onConfirm}>
      <DialogBody>
        <AmountChoice
          label={t('amount')}
          amounts={plan.Amounts}
          have={balance}
          value={state.dollars}
          onChange={(dollars) => send({ type: 'amountChosen', dollars })}
          error={state.isRefused && t('selectAmount')}
        />
        <PromocodeField
          typed={state.promocode}
          check={check}
          onChange={(promocode) => send({ type: 'promocodeTyped', promocode })}
        />
        <PromiseSummary {...promised} balance={balance} />
        <RiskNote />
      </DialogBody>
      <DialogActions>
        <Button onClick={() => send({ type: 'wentBack' })} disabled={isWorking}>
          {back}
        </Button>
        <Submit>{t('confirm', { amount: formatUsd(state.dollars) })}</Submit>
        <PromiseBrief {...promised} />
      </DialogActions>
    </Form>
  );
}

function RiskNote() {
  const t = useTranslations('primevault.new');
  const { riskNote } = useSite();
  return (
    <Notice tone="caution">
      {t('locked')} {riskNote || t('riskText')}
    </Notice>
  );
}
