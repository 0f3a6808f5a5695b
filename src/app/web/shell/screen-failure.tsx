import { useTranslations } from 'use-intl';
import type { FailureProps } from '#platform/web/loading/later.tsx';
import { FailedState } from '#platform/web/ui/failed-state.tsx';

/** Contains the failure of a screen, or of loading its file, so that nothing else breaks. */
export function ScreenFailure({ error, onRetry, isRetrying }: FailureProps) {
  const t = useTranslations('app.failed');
  return (
    <>
      <h1>{t('title')}</h1>
      <FailedState error={error} onRetry={onRetry} isRetrying={isRetrying} />
    </>
  );
}

/** The same without a frame around it. */
export function PageFailure(failure: FailureProps) {
  return (
    <main>
      <ScreenFailure {...failure} />
    </main>
  );
}
