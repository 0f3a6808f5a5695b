import { useTranslations } from 'use-intl';
import { secondFactorRequired } from '#platform/approval.ts';
import { useMoneyMutation } from '#platform/web/intents/use-money-mutation.ts';
import { depositToBot, investWithBot, subscribe, withdrawFromBot } from '../contract.ts';

export function useSubscribe() {
  return useMoneyMutation(subscribe, { ...useToasts('subscribed'), saidByForm: [secondFactorRequired] });
}

export function useDepositToBot() {
  return useMoneyMutation(depositToBot, useToasts('deposited'));
}

export function useWithdrawFromBot() {
  return useMoneyMutation(withdrawFromBot, useToasts('withdrawn'));
}

export function useInvestWithBot() {
  return useMoneyMutation(investWithBot, useToasts('invested'));
}

/** Any failure without a message from the server is shown as `Erro.` (Z3). */
function useToasts(done: 'subscribed' | 'deposited' | 'withdrawn' | 'invested') {
  const t = useTranslations('primezord.toasts');
  return { success: t(done), failed: t('failed'), unexpected: t('failed') };
}
