import { useTranslations } from 'use-intl';
import type { FailureProps } from '#platform/web/loading/later.tsx';
import { FailedState } from '#platform/web/ui/failed-state.tsx';

/** A screen that breaks, or whose file cannot be fetched, takes nothing else down with it. */
export function ScreenFailure({ error, onRetry, isRetrying }: FailureProps) {
  const t = useTranslations('app.failed');
  return (
    <>
      <h1>{t('title')}</h1>
      <FailedState error={error} onRetry={onRetry} isRetrying={isRetrying} />
    </>
  );
}

/** The same where there is no frame around it. */
export function PageFailure(failure: FailureProps) {
  return (
    <main>
      <ScreenFailure {...failure} />
    </main>
  );
}
