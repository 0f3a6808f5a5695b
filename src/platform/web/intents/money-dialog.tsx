import { useState } from 'react';
import type { InputOf } from '../api.ts';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { settleIntent, useStoredIntent } from './stored-intents.ts';
import { LostAnswer } from './lost-answer.tsx';
import styles from './money-dialog.module.css';
import type { MoneyCall, MoneyMove } from './use-money-mutation.ts';

interface MoneyDialogProps<E extends MoneyCall> extends DialogProps {
  move: MoneyMove<E>;
  /** For a call that names its subject in the path. */
  params?: InputOf<E>['params'];
  /** Describes what was confirmed, in the words of the confirm button. */
  describe: (input: InputOf<E>) => string;
  /** Resends the same input: `move.mutate` plus whatever follows a success. */
  onSendAgain: (input: InputOf<E>) => void;
}

/**
 * A dialog that moves money. While the outcome of an earlier confirm, on this page or a previous one, is unknown, it shows only that; the
 * form stays mounted beneath, hidden.
 */
export function MoneyDialog<E extends MoneyCall>(props: MoneyDialogProps<E>) {
  const { move, params, describe, onSendAgain, children, isBusy = false, onClose, ...dialog } = props;
  const intent = useStoredIntent(move.endpoint, params);
  const [knownKey, setKnownKey] = useState<string | null>(null);
  const [isGivingUp, setGivingUp] = useState(false);
  const isPending = intent !== null && !move.isSending(intent) && !move.isPending && !isBusy;

  function settle(): void {
    if (intent) settleIntent(intent);
  }
  function close(): void {
    if (isPending && knownKey === intent.key) settle();
    onClose();
  }
  return (
    <Dialog {...dialog} onClose={close} isBusy={isBusy || move.isPending || isGivingUp}>
      {isPending && (
        <LostAnswer
          key={intent.key}
          intent={intent}
          what={describe(intent.input as InputOf<E>)}
          onKnown={setKnownKey}
          onGivingUp={setGivingUp}
          onSendAgain={() => onSendAgain(intent.input as InputOf<E>)}
          onBack={settle}
          onDone={close}
        />
      )}
      <div className={styles.beneath} hidden={isPending}>
        {children}
      </div>
    </Dialog>
  );
}
