import { useQueryClient } from '@tanstack/react-query';
import { useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { primezordQueries, useSubscribe } from './data.ts';
import { IntroStep } from './intro-step.tsx';
import { PriceStep } from './price-step.tsx';
import { firstStep, next } from './subscribe-steps.ts';
import { SubscribedStep } from './subscribed-step.tsx';

interface SubscribeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** What the fee would be paid from, USD; undefined until it is known. */
  balance: number | undefined;
  hasBot: boolean;
  /** The bot is there: its screen can be opened. */
  onSubscribed: () => void;
}

/** What the bot is, what it costs once and for good, and then it is there (Z1). */
export function SubscribeDialog({ isOpen, onClose, balance, hasBot, onSubscribed }: SubscribeDialogProps) {
  const t = useTranslations('primezord.subscribe');
  const [state, send] = useReducer(next, firstStep);
  const subscribing = useSubscribe();
  const queries = useQueryClient();
  // Who subscribed elsewhere meanwhile, or opens an old link, is not asked again.
  const step = hasBot && !subscribing.isPending ? 'subscribed' : state.step;

  function cancel() {
    send({ type: 'canceled' });
    onClose();
  }
  function finish() {
    send({ type: 'subscribed' });
    onSubscribed();
  }
  function confirm(fee: number) {
    if (subscribing.isPending) return;
    const headers = { 'quoted-fee': String(fee) };
    subscribing.mutate({ body: {}, headers }, { onSuccess: finish, onError: recover });
  }
  function recover(error: Error) {
    if (!(error instanceof ApiRefusal)) return;
    if (error.code === 'already_subscribed') finish();
    if (error.code === 'fee_changed') void queries.invalidateQueries(primezordQueries.settings);
  }

  return (
    <Dialog
      title={t('title')}
      lead={step !== 'subscribed' && t('step', { step: step === 'intro' ? 1 : 2 })}
      isOpen={isOpen}
      onClose={cancel}
      isBusy={subscribing.isPending}
    >
      {step === 'intro' && <IntroStep onContinue={() => send({ type: 'continued' })} onCancel={cancel} />}
      {step === 'confirm' && (
        <PriceStep balance={balance} onConfirm={confirm} onCancel={cancel} isWorking={subscribing.isPending} />
      )}
      {step === 'subscribed' && <SubscribedStep onEnter={onSubscribed} />}
    </Dialog>
  );
}
