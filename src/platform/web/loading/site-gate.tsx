import { type ReactNode, useEffect, useState } from 'react';
import type { SiteConfig } from '#platform/site.ts';
import { loadSite, SiteProvider } from '#platform/web/site.ts';
import { FailedState } from '#platform/web/ui/failed-state.tsx';
import styles from './site-gate.module.css';

interface SiteGateProps {
  /** Null if the page was served without it. */
  known: SiteConfig | null;
  children: ReactNode;
  /** Rendered from the start. */
  beside: ReactNode;
}

/** Nothing can be requested before the API's address is known: until then the background is shown, and a retry on failure. */
export function SiteGate({ known, children, beside }: SiteGateProps) {
  const { site, error, isReading, read } = useSiteReading(known);
  return (
    <SiteProvider value={site}>
      {site && children}
      {!site && error && (
        <main className={styles.gate}>
          <FailedState error={error} onRetry={read} isRetrying={isReading} />
        </main>
      )}
      {beside}
    </SiteProvider>
  );
}

function useSiteReading(known: SiteConfig | null) {
  const [site, setSite] = useState(known);
  const [error, setError] = useState<Error | null>(null);
  const [isReading, setIsReading] = useState(known === null);

  useEffect(() => {
    if (!isReading) return;
    void loadSite()
      .then(setSite, setError)
      .then(() => setIsReading(false));
  }, [isReading]);
  useEffect(() => {
    if (site) document.title = site.brand;
  }, [site]);
  return { site, error, isReading, read: () => setIsReading(true) };
}
