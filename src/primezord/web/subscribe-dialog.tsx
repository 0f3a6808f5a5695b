import { useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { useResumed } from '#money/web/unpaid-choice.ts';
import type { InputOf } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { recallTyped, useKeepTyped } from '#platform/web/loading/typed.ts';
import { type ApprovalStep, approvedBy, useApproval } from '#platform/web/intents/use-approval.tsx';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import type { subscribe } from '../contract.ts';
import { primezordQueries } from './data.ts';
import { useSubscribe } from './moves.ts';
import { IntroStep } from './intro-step.tsx';
import { PriceStep } from './price-step.tsx';
import { firstStep, next, type Subscription } from './subscribe-steps.ts';
import { SubscribedStep } from './subscribed-step.tsx';

interface SubscribeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The balance that would pay the fee, USD; undefined until loaded. */
  balance: number | undefined;
  hasBot: boolean;
  /** The customer has the bot: its screen can be opened. */
  onSubscribed: () => void;
  /** The last step for a customer with a second factor. */
  ApprovalStep: ApprovalStep;
}

/** What the bot is, its one-time price, and then the confirmation (Z1). */
export function SubscribeDialog(props: SubscribeDialogProps) {
  const { isOpen, onClose, balance, hasBot, onSubscribed } = props;
  const t = useTranslations('primezord.subscribe');
  const resumed = useResumed<Subscription>('bot-subscribe');
  const [state, send] = useReducer(next, resumed ?? recallTyped<Subscription>('bot-subscribe') ?? firstStep);
  useKeepTyped('bot-subscribe', state);
  const subscribing = useSubscribe();
  const formatUsd = useUsd();
  const queries = useQueryClient();
  // Customers who have subscribed elsewhere meanwhile, or open an old link, are not asked again.
  const step = hasBot && !subscribing.isPending ? 'subscribed' : state.step;

  function cancel() {
    asked.end();
    send({ type: 'canceled' });
    onClose();
  }
  function finish() {
    send({ type: 'subscribed' });
    onSubscribed();
  }
  function confirm(fee: number) {
    if (!subscribing.isPending) ask({ body: {}, headers: { 'quoted-fee': String(fee) } });
  }
  const asked = useApproval(props.ApprovalStep, ask);
  function ask(input: InputOf<typeof subscribe>, approval?: string) {
    const headers = { ...input.headers, ...approvedBy(approval) };
    subscribing.mutate({ ...input, headers }, { onSuccess: finish, onError: (error) => recover(input, error) });
  }
  function recover(input: InputOf<typeof subscribe>, error: Error) {
    asked.recover(input, error);
    if (!(error instanceof ApiRefusal)) return;
    if (error.code === 'already_subscribed') finish();
    if (error.code === 'fee_changed') asked.end();
    if (error.code === 'fee_changed') void queries.invalidateQueries(primezordQueries.settings);
  }
  const priceOf = ({ headers }: InputOf<typeof subscribe>) => Number(headers?.['quoted-fee'] ?? 0);
  const approval = asked.step((input) => ({ purpose: 'subscribe', amount: priceOf(input) }), subscribing.isPending);

  return (
    <MoneyDialog
      title={t('title')}
      lead={step !== 'subscribed' && t('step', { step: step === 'intro' ? 1 : 2 })}
      isOpen={isOpen}
      onClose={cancel}
      move={subscribing}
      describe={(input) => t('confirm', { amount: formatUsd(priceOf(input)) })}
      onSendAgain={(input) => ask(input, asked.given)}
    >
      {step === 'intro' && <IntroStep onContinue={() => send({ type: 'continued' })} onCancel={cancel} />}
      {step === 'confirm' &&
        (approval ?? (
          <PriceStep balance={balance} onConfirm={confirm} onCancel={cancel} isWorking={subscribing.isPending} />
        ))}
      {step === 'subscribed' && <SubscribedStep onEnter={onSubscribed} />}
    </MoneyDialog>
  );
}
