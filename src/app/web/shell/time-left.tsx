import { useTranslations } from 'use-intl';
import { sessionTime } from './session-time.ts';
import { useSessionLeft } from './use-session-left.ts';

interface TimeLeftProps {
  expiresAt: string;
  /** With seconds, for the last minutes. */
  isExact?: boolean;
}

/** The time left in the session, in words, updated every second. */
export function TimeLeft({ expiresAt, isExact = false }: TimeLeftProps) {
  const t = useTranslations('app.session');
  const parts = sessionTime(useSessionLeft(expiresAt), isExact);
  const [first = '', second] = parts.map(({ unit, count }) => t(unit, { count }));
  return second ? t('two', { first, second }) : first;
}
