import { type ReactNode, Suspense } from 'react';
import { FailedDialog } from '../loading/failed-dialog.tsx';
import { later } from '../loading/later.tsx';
import { part, prefetch } from '../loading/part.ts';

export interface DialogProps {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Nothing closes it while this is true: money is on its way. */
  isBusy?: boolean;
  /** It interrupts, over whatever is open, and nothing is typed in it that outlives it; it goes by its buttons and by Escape. */
  isAlert?: boolean;
  children: ReactNode;
}

const loadSurface = part(() => import('./dialog-surface.tsx'));
const DialogSurface = later(loadSurface, 'DialogSurface', FailedDialog);

/**
 * A question asked over the page; a sheet from the bottom on a phone. It holds the focus, gives it back, and closes on
 * Escape, on the cross and on a press outside. Its open state belongs to the address: see `use-dialog-address.ts`. The
 * machinery is fetched when the first dialog opens, or is about to: {@link preloadDialog}.
 */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null;
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}

export function preloadDialog(): void {
  prefetch(loadSurface);
}
