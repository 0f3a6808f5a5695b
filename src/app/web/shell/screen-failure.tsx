import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { IconRetry } from '#platform/web/ui/icons-action.tsx';

export function ScreenFailure() {
  const t = useTranslations('app.failed');
  return (
    <section role="alert">
      <h1>{t('title')}</h1>
      <EmptyState
        text={t('text')}
        action={
          <Button icon={<IconRetry />} onClick={() => window.location.reload()}>
            {t('reload')}
          </Button>
        }
      />
    </section>
  );
}
