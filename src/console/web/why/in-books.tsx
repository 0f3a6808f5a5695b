import type { ReactNode } from 'react';
import { whoReadsTheBooks } from '#console/who-reads-the-books.ts';
import { FigureLink } from '#platform/web/ui/figure-link.tsx';
import type { Asked } from '../filters.tsx';
import { useMe } from '../use-me.ts';

interface InBooksProps {
  /** The ledger search to open. */
  asked: Asked;
  /** The figure's visible label, for screen readers. */
  name: string;
  children: ReactNode;
}

/** A figure linked to its ledger entries; roles that cannot read the books see only the figure. */
export function InBooks({ asked, name, children }: InBooksProps) {
  const { Role } = useMe();
  if (!whoReadsTheBooks.includes(Role)) return children;
  return (
    <FigureLink to={`/ledger?${new URLSearchParams(asked).toString()}`} name={name}>
      {children}
    </FigureLink>
  );
}
