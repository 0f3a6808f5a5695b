import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The dialogs that any screen can open, by their name in the address (`/stake?dialog=new-stake`). */
export type DialogName =
  | 'new-copy'
  | 'new-stake'
  | 'deposit'
  | 'withdraw'
  | 'cancel-stake'
  | 'vault-investment'
  | 'bot-subscribe'
  | 'bot-deposit'
  | 'bot-withdraw'
  | 'bot-invest'
  | 'calendar-link'
  | 'shortcuts';

export interface DialogAddress {
  isOpen: boolean;
  /** What the dialog is about, such as a stake's id. */
  subject: string | null;
  open: (subject?: string) => void;
  close: () => void;
}

/**
 * A dialog's open state, kept in the address: back closes it, a link opens it. Opening adds a step of history and closing
 * takes that very step back, so that a closed dialog does not come again with the back button. One dialog that leads to
 * another gives it its own step.
 */
export function useDialogAddress(name: DialogName): DialogAddress {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const openAny = useOpenDialog();
  const wasOpenedHere = useOpenedDialog() === name;

  const open = useCallback((subject?: string) => openAny(name, subject), [openAny, name]);
  const close = useCallback(() => {
    if (wasOpenedHere) void navigate(-1);
    else void navigate({ search: withoutDialog(window.location.search) }, { replace: true });
  }, [navigate, wasOpenedHere]);

  return { isOpen: search.get('dialog') === name, subject: search.get('subject'), open, close };
}

/** Opens any of them, for who learns which one only then. */
export function useOpenDialog(): (name: DialogName, subject?: string) => void {
  const navigate = useNavigate();
  const opened = useOpenedDialog();
  return useCallback(
    (name, subject) => {
      const isInstead = new URLSearchParams(window.location.search).has('dialog');
      const state = isInstead && !opened ? null : { openedDialog: name };
      // Over the screen that the address names, also while that one is still being fetched.
      const { pathname, search } = window.location;
      void navigate({ pathname, search: withDialog(search, name, subject) }, { replace: isInstead, state });
    },
    [navigate, opened],
  );
}

/** The dialog that this step of history was made for. */
function useOpenedDialog(): string | undefined {
  return (useLocation().state as { openedDialog?: string } | null)?.openedDialog;
}

function withDialog(search: string, name: DialogName, subject?: string): string {
  const next = new URLSearchParams(search);
  next.set('dialog', name);
  next.delete('subject');
  if (subject) next.set('subject', subject);
  return `?${next}`;
}

function withoutDialog(search: string): string {
  const next = new URLSearchParams(search);
  next.delete('dialog');
  next.delete('subject');
  return next.size > 0 ? `?${next}` : '';
}
