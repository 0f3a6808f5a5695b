import { useTranslations } from 'use-intl';
import { ApiRefusal, messageOf, NetworkFailure, tookTooLong } from '#platform/web/api-failure.ts';
import { supportReference } from '../support/for-support.ts';
import { SupportLink } from '../support/support-link.tsx';
import { Button } from './button.tsx';
import { IconRetry } from './icons-action.tsx';
import { IconAlert } from './icons-status.tsx';
import styles from './state.module.css';

interface FailedStateProps {
  error: Error;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** What is not there, or not for this reader, is refused again however often it is asked for: the refusal's own words say why. */
const isNotTheirs = new Set([403, 404]);

/**
 * What failed, a retry where that can help, and, where only support can help, the link to it with the request's number. A missing
 * connection is distinguished from a server that could not answer.
 */
export function FailedState({ error, onRetry, isRetrying = false }: FailedStateProps) {
  const t = useTranslations('platform');
  const reference = supportReference(error);
  const refused = error instanceof ApiRefusal && isNotTheirs.has(error.status) ? messageOf(error) : null;
  const failure = error instanceof NetworkFailure ? 'noConnection' : 'couldNotLoad';
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon} data-kind="failed">
        <IconAlert size={24} />
      </span>
      <p>{refused ?? t(tookTooLong(error) ? 'tookTooLong' : failure)}</p>
      {refused === null && (
        <Button icon={<IconRetry />} onClick={onRetry} isWorking={isRetrying}>
          {t('retry')}
        </Button>
      )}
      {reference !== null && <SupportLink about={reference} />}
    </div>
  );
}
