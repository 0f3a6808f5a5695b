import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUsd } from '#money/web/amount.tsx';
import type { InputOf } from '#platform/web/api.ts';
import { useStill } from '#platform/web/intents/use-still.ts';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import type { MoneyMove } from '#platform/web/intents/use-money-mutation.ts';
import type { Block } from '#platform/web/ui/form.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { BotSettings, depositToBot, investWithBot, withdrawFromBot } from '../contract.ts';
import { type AllThereIs, AmountForm } from './amount-form.tsx';
import { primezordQueries } from './data.ts';

/** The props that the page gives each of the bot's money dialogs. */
export interface BotDialogProps {
  onClose: () => void;
  /** The customer's own balance, USD; undefined until loaded. */
  balance: number | undefined;
  /** What is available in the bot's wallet, USD; undefined until loaded. */
  available: number | undefined;
}

interface AmountDialogProps<E extends BotCall> {
  title: string;
  lead: ReactNode;
  /** What is available at the source, USD; undefined until loaded. */
  source: number | undefined;
  all?: AllThereIs | undefined;
  onClose: () => void;
  /** Once the money has moved; closes, unless there is a way back. */
  onDone?: (() => void) | undefined;
  /** The amount to begin with, of those that the bot takes. */
  first?: ((amounts: readonly number[]) => number | undefined) | undefined;
  summary: (dollars: number | null, settings: BotSettings) => ReactNode;
  blockOf: (dollars: number) => Block | null;
  confirm: (amount: string) => string;
  move: MoneyMove<E>;
}

/** Each of them takes only an amount. */
type BotCall = typeof depositToBot | typeof withdrawFromBot | typeof investWithBot;

/** A money dialog over the bot's own list of amounts. */
export function AmountDialog<E extends BotCall>(props: AmountDialogProps<E>) {
  const { title, lead, onClose, onDone = onClose, first, summary, move, ...form } = props;
  const formatUsd = useUsd();
  const settings = useQuery(primezordQueries.settings);
  const still = useStill(settings.data, move.isPending);
  const send = (input: InputOf<E>) => move.mutate(input, { onSuccess: onDone });
  return (
    <MoneyDialog
      title={title}
      lead={lead}
      isOpen
      onClose={onClose}
      move={move}
      describe={(input) => form.confirm(formatUsd((input as { body: { amount: number } }).body.amount))}
      onSendAgain={send}
    >
      <QueryView query={settings} waiting={<SkeletonRows rows={3} />}>
        {(present) => {
          const known = still ?? present;
          return (
            <AmountForm
              {...form}
              amounts={known.Amounts}
              first={first?.(known.Amounts)}
              summary={(dollars) => summary(dollars, known)}
              onConfirm={(amount) => send({ body: { amount } } as InputOf<E>)}
              isWorking={move.isPending}
            />
          );
        }}
      </QueryView>
    </MoneyDialog>
  );
}
