import { reloadPage } from '#platform/web/loading/reload.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import styles from './connection-status.module.css';
import { useFiguresAge } from './use-figures-age.ts';
import { useNewVersion } from './use-new-version.ts';
import { installableWords } from './words.ts';
import { useLanguage } from '#platform/web/i18n/language-provider.tsx';

/** The page's connection status: offline, and how old its figures are; or of a version that has been replaced. */
export function ConnectionStatus() {
  const readAt = useFiguresAge();
  const isNew = useNewVersion();
  const words = installableWords[useLanguage().language].standing;
  // Rendered before it has anything to say, so that a screen reader announces it when it does.
  return (
    <div aria-live="polite" className={readAt !== null || isNew ? styles.status : styles.silent}>
      {readAt !== null && (
        <Notice tone="caution">
          <Old words={words.old} readAt={readAt} />
        </Notice>
      )}
      {isNew && readAt === null && (
        <Notice action={<Button onClick={reloadPage}>{words.reload}</Button>}>{words.newVersion}</Notice>
      )}
    </div>
  );
}

/** Includes the date unless it was today: a laptop may have slept overnight. */
function Old({ words, readAt }: { words: string; readAt: number }) {
  const formatDate = useDate();
  const at = new Date(readAt);
  const day = isToday(at) ? {} : ({ day: 'numeric', month: 'short' } as const);
  return words.replace('{time}', formatDate(at.toISOString(), { ...day, hour: '2-digit', minute: '2-digit' }));
}

function isToday(at: Date): boolean {
  return at.toDateString() === new Date().toDateString();
}
