import { useEffect, useState } from 'react';
import { type DialogName, useDialogAddress, useOpenDialog } from '#platform/web/ui/use-dialog-address.ts';
import { readUuid } from '#platform/web/session.ts';

/** The dialogs that bring what is missing: to the balance, and to the bot's wallet. */
export type Bringing = 'deposit' | 'bot-deposit';

/**
 * The steps of a dialog whose choice could not be paid, kept while what is missing is brought. Only the dialog that was opened to bring it
 * leads back to it; whoever opens the dialog in any other way begins anew. In memory, because it contains the acceptance of terms.
 */
interface UnpaidChoice {
  of: string | null;
  dialog: DialogName;
  subject: string | undefined;
  /** The subject of the dialog that brings it. */
  missing: string;
  steps: unknown;
  isResumed: boolean;
}

/** A deposit to the bot may itself lack a balance. */
const unpaid = new Map<Bringing, UnpaidChoice>();

/** Opens the dialog that brings what is missing for a choice, which is kept until then. */
export function useBring(dialog: DialogName, by: Bringing = 'deposit'): (missing: string, steps: unknown) => void {
  const open = useOpenDialog();
  const { isOpen, subject } = useDialogAddress(dialog);
  return (missing, steps) => {
    const own = (isOpen && subject) || undefined;
    unpaid.set(by, { of: readUuid(), dialog, subject: own, missing, steps, isResumed: false });
    open(by, missing);
  };
}

/** Leads back to the choice that this dialog was opened to pay for; null if it was opened in any other way. */
export function useWayBack(by: Bringing): (() => void) | null {
  const open = useOpenDialog();
  const { subject } = useDialogAddress(by);
  const choice = unpaid.get(by);
  if (!choice || choice.of !== readUuid() || choice.missing !== subject) return null;
  return () => {
    unpaid.set(by, { ...choice, isResumed: true });
    open(choice.dialog, choice.subject);
  };
}

/** Where the dialog was left, if it is opened by the way back; once it is closed, the next one begins anew. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever kept it knows what it is
export function useResumed<T>(dialog: DialogName): T | undefined {
  const [resumed] = useState(() =>
    [...unpaid].find(([, { of, ...choice }]) => choice.isResumed && choice.dialog === dialog && of === readUuid()),
  );
  useEffect(
    () => () => {
      for (const [by, choice] of unpaid) if (choice.isResumed && choice.dialog === dialog) unpaid.delete(by);
    },
    [dialog],
  );
  return resumed?.[1].steps as T | undefined;
}
