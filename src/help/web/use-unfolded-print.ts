import { type RefObject, useEffect } from 'react';

/** Expands everything for printing and restores it afterwards. */
export function useUnfoldedPrint(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let folded: HTMLDetailsElement[] = [];
    const unfold = () => {
      folded = [...(page.current?.querySelectorAll('details:not([open])') ?? [])] as HTMLDetailsElement[];
      for (const each of folded) each.open = true;
    };
    const fold = () => {
      for (const each of folded) each.open = false;
      folded = [];
    };
    window.addEventListener('beforeprint', unfold);
    window.addEventListener('afterprint', fold);
    return () => {
      window.removeEventListener('beforeprint', unfold);
      window.removeEventListener('afterprint', fold);
    };
  }, [page]);
}
