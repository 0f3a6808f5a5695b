import { type ReactNode, useEffect, useState } from 'react';
import type { SiteConfig } from '#platform/site.ts';
import { loadSite, SiteProvider } from '#platform/web/site.ts';
import { FailedState } from '#platform/web/ui/failed-state.tsx';
import styles from './site-gate.module.css';

interface SiteGateProps {
  children: ReactNode;
  /** Stands there from the beginning. */
  beside: ReactNode;
}

/** Nothing can be asked before it is known where the API is: until then the ground is shown, and a retry when it fails. */
export function SiteGate({ children, beside }: SiteGateProps) {
  const { site, error, isReading, read } = useSiteReading();
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

function useSiteReading() {
  const [site, setSite] = useState<SiteConfig | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isReading, setIsReading] = useState(true);

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
