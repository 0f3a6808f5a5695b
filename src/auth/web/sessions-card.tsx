import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime, useDate } from '#platform/web/ui/date-time.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { SessionEntry } from '../session-contract.ts';
import { browserNames, systemNames } from '../device.ts';
import { accessQueries, useEndOtherSessions, useEndSession } from './access-data.ts';
import styles from './sessions-card.module.css';

/** Lists where the customer is logged in; they can end sessions they do not recognise. The current one ends by logging out. */
export function SessionsCard() {
  const t = useTranslations('access.sessions');
  const sessions = useQuery(accessQueries.sessions);
  const ending = useEndOtherSessions();
  const hasOthers = sessions.data?.some((session) => !session.Current);
  return (
    <Card
      title={t('title')}
      action={
        hasOthers && (
          <Button size="small" isWorking={ending.isPending} onClick={() => ending.mutate({})}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      <QueryView query={sessions} waiting={<SkeletonRows rows={2} />}>
        {(rows) => (
          <ul className={styles.list}>
            {currentFirst(rows).map((session) => (
              <Session key={session.Id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

function currentFirst(sessions: readonly SessionEntry[]): SessionEntry[] {
  return sessions.toSorted((one, other) => Number(other.Current) - Number(one.Current));
}

/** No two sessions of a device begin at once. */
const toTheSecond = { dateStyle: 'medium', timeStyle: 'medium' } as const;

function Session({ session }: { session: SessionEntry }) {
  const t = useTranslations('access.sessions');
  const ending = useEndSession();
  const device = useDeviceName(session);
  const date = useDate();
  return (
    <li className={styles.session}>
      <div className={styles.what}>
        <p className={styles.device}>
          <bdi translate="no">{device}</bdi>
          {session.Current && <StatusBadge tone="good">{t('thisOne')}</StatusBadge>}
        </p>
        <p className={styles.when}>
          {t.rich('opened', { date: () => <DateTime value={session.Created} show="minute" /> })}
          <br />
          {t.rich('lastUsed', { date: () => <DateTime value={session.LastUsed} show="minute" /> })}
        </p>
      </div>
      {!session.Current && (
        <Button
          size="small"
          aria-label={t('endThis', { device, opened: date(session.Created, toTheSecond) })}
          isWorking={ending.isPending}
          onClick={() => ending.mutate({ params: { id: session.Id } })}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}

function useDeviceName({ Browser, System }: SessionEntry): string {
  const t = useTranslations('access.sessions');
  const names = [Browser && browserNames[Browser], System && systemNames[System]].filter(Boolean);
  return names.length > 0 ? names.join(' · ') : t('unknown');
}
