import { useState } from 'react';
import type { InputOf } from '../api.ts';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { settleIntent, useStoredIntent } from './stored-intents.ts';
import { LostAnswer } from './lost-answer.tsx';
import styles from './money-dialog.module.css';
import type { MoneyCall, MoneyMove } from './use-money-mutation.ts';

interface MoneyDialogProps<E extends MoneyCall> extends DialogProps {
  move: MoneyMove<E>;
  /** Of a call that names its subject in the address. */
  params?: InputOf<E>['params'];
  /** What was confirmed, in the words of the button that confirms it. */
  describe: (input: InputOf<E>) => string;
  /** Sends the very same once more; `move.mutate`, with what follows a success. */
  onSendAgain: (input: InputOf<E>) => void;
}

/**
 * A dialog that moves money. While the answer to what was confirmed in it is not known, here or on a page before, it shows
 * that one and nothing else: what is being filled in waits beneath.
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
