import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { BotSettings } from '../contract.ts';
import { AmountForm } from './amount-form.tsx';
import { primezordQueries } from './data.ts';

/** What each of the bot's money dialogs is told by the page. */
export interface BotDialogProps {
  onClose: () => void;
  /** The customer's own balance, USD; undefined until it is known. */
  balance: number | undefined;
  /** What the bot's wallet has free, USD; undefined until it is known. */
  available: number | undefined;
}

interface AmountDialogProps {
  title: string;
  lead: ReactNode;
  /** An amount beside those of the list. */
  also?: { dollars: number; label: string } | undefined;
  onClose: () => void;
  summary: (dollars: number | null, settings: BotSettings) => ReactNode;
  confirm: (amount: string | null) => string;
  onConfirm: (dollars: number) => void;
  isWorking: boolean;
}

/** A money dialog over the bot's own list of amounts. */
export function AmountDialog({ title, lead, onClose, summary, isWorking, ...form }: AmountDialogProps) {
  const settings = useQuery(primezordQueries.settings);
  return (
    <Dialog title={title} lead={lead} isOpen onClose={onClose} isBusy={isWorking}>
      <QueryView query={settings} waiting={<SkeletonRows rows={3} />}>
        {(known) => (
          <AmountForm
            {...form}
            amounts={known.Amounts}
            also={form.also && !known.Amounts.includes(form.also.dollars) ? form.also : undefined}
            summary={(dollars) => summary(dollars, known)}
            isWorking={isWorking}
          />
        )}
      </QueryView>
    </Dialog>
  );
}
