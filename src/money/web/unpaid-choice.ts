import type { DialogName } from '#platform/web/ui/use-dialog-address.ts';
import { readUuid } from '#platform/web/session.ts';

/**
 * The steps of a dialog whose choice could not be paid, kept while what is missing is brought. Only the deposit that was opened for it leads
 * back to it; whoever opens the dialog in any other way begins anew. In memory, because it contains the acceptance of terms.
 */
interface UnpaidChoice {
  of: string | null;
  dialog: DialogName;
  /** The deposit's subject: the missing amount. */
  missing: string;
  steps: unknown;
  isResumed: boolean;
}

let unpaid: UnpaidChoice | null = null;

export function keepUnpaid(dialog: DialogName, missing: string, steps: unknown): void {
  unpaid = { of: readUuid(), dialog, missing, steps, isResumed: false };
}

/** The dialog that the deposit of this amount was opened from; null if from none. */
export function unpaidDialog(missing: string | null): DialogName | null {
  return unpaid && unpaid.of === readUuid() && unpaid.missing === missing ? unpaid.dialog : null;
}

export function resumeUnpaid(): void {
  if (unpaid) unpaid.isResumed = true;
}

/** Where the dialog was left; undefined unless the deposit led back to it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever kept it knows what it is
export function resumedSteps<T>(dialog: DialogName): T | undefined {
  const isIts = unpaid?.isResumed && unpaid.dialog === dialog && unpaid.of === readUuid();
  return isIts ? (unpaid?.steps as T) : undefined;
}

/** Called when the dialog closes: the next one begins anew. */
export function forgetUnpaid(): void {
  if (unpaid?.isResumed) unpaid = null;
}
