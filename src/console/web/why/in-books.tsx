import type { ReactNode } from 'react';
import { whoReadsTheBooks } from '#console/who-reads-the-books.ts';
import { FigureLink } from '#platform/web/ui/figure-link.tsx';
import type { Asked } from '../ledger/ledger-filters.tsx';
import { useMe } from '../use-me.ts';

interface InBooksProps {
  /** What the ledger is searched for. */
  asked: Partial<Asked>;
  /** As the figure is called beside it, for whoever listens. */
  name: string;
  children: ReactNode;
}

/** A figure that leads to its entries in the books; to whoever does not read them, the figure alone. */
export function InBooks({ asked, name, children }: InBooksProps) {
  const { Role } = useMe();
  if (!whoReadsTheBooks.includes(Role)) return children;
  return (
    <FigureLink to="/ledger" state={asked} name={name}>
      {children}
    </FigureLink>
  );
}
