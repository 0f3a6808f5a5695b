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
  /** Prevents closing while true: money is on its way. */
  isBusy?: boolean;
  /** Interrupts whatever is open and keeps nothing that is typed in it; closed by its buttons or Escape only. */
  isAlert?: boolean;
  children: ReactNode;
}

const loadSurface = part(() => import('./dialog-surface.tsx'));
const DialogSurface = later(loadSurface, 'DialogSurface', FailedDialog);

/**
 * A dialog over the page; a sheet from the bottom on a phone. It traps and returns the focus, and closes on Escape, the cross and a press
 * outside. Its open state is in the address: see `use-dialog-address.ts`. The code is fetched when the first dialog opens, or is about to:
 * {@link preloadDialog}.
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
