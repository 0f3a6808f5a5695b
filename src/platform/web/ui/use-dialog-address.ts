import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The dialogs that any screen can open, by their name in the URL (`/stake?dialog=new-stake`). */
export type DialogName =
  | 'menu'
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
 * A dialog's open state, kept in the URL: back closes it, a link opens it. Opening pushes a history entry and closing goes back over it, so
 * that back does not reopen a closed dialog. A dialog that leads to another hands over its entry.
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

/** Opens any of them, for callers that learn only then which one. */
export function useOpenDialog(): (name: DialogName, subject?: string) => void {
  const navigate = useNavigate();
  const opened = useOpenedDialog();
  return useCallback(
    (name, subject) => {
      const isInstead = new URLSearchParams(window.location.search).has('dialog');
      const state = isInstead && !opened ? null : { openedDialog: name };
      // Over the screen in the address bar, even while that screen is still being fetched.
      const { pathname, search } = window.location;
      void navigate({ pathname, search: withDialog(search, name, subject) }, { replace: isInstead, state });
    },
    [navigate, opened],
  );
}

/** The dialog that the current history entry was made for. */
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
  const rest = next.toString();
  return rest && `?${rest}`;
}
