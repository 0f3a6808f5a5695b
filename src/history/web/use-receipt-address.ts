import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

interface ReceiptAddress {
  /** The posting whose receipt is open; null if none is. */
  id: string | null;
  /** Returns the address of the same view with this receipt open. */
  addressOf: (id: string) => string;
  close: () => void;
}

/** The open receipt is part of the address (`?receipt=<id>`): back closes it, and its owner can open it by a link. */
export function useReceiptAddress(): ReceiptAddress {
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const wasOpenedHere = (location.state as { openedReceipt?: boolean } | null)?.openedReceipt === true;
  const close = useCallback(() => {
    if (wasOpenedHere) void navigate(-1);
    else void navigate({ search: without(window.location.search) }, { replace: true });
  }, [navigate, wasOpenedHere]);
  return {
    id: search.get('receipt'),
    addressOf: (id) => {
      const next = new URLSearchParams(search);
      next.set('receipt', id);
      return `?${next}`;
    },
    close,
  };
}

function without(search: string): string {
  const next = new URLSearchParams(search);
  next.delete('receipt');
  const rest = next.toString();
  return rest && `?${rest}`;
}
