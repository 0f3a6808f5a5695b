import { type ReactNode, useEffect, useState } from 'react';

/** Longer than a browser takes to tell a screen reader of a new live region. */
const knownMs = 150;

/**
 * Words that are read out when they appear and when they change. A live region that comes together with its words is not read out: these are
 * kept from screen readers until it is known.
 */
export function Said({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), knownMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className={className}>
      <span aria-hidden={!isKnown}>{children}</span>
    </p>
  );
}
