import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { SecondFactorStatus } from '../contract.ts';
import type { Change } from './change.ts';
import { secondFactorQueries } from './data.ts';
import { PasskeyRows } from './passkey-rows.tsx';
import { Row } from './row.tsx';
import styles from './second-factor-card.module.css';
import { arePasskeysHere } from './show-passkey.ts';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { FailedDialog } from '#platform/web/loading/failed-dialog.tsx';

const ChangeDialog = later(
  part(() => import('./change-dialog.tsx')),
  'ChangeDialog',
  FailedDialog,
);

/** «Segunda chave»: the ways of showing it, and the actions on each. */
export function SecondFactorCard() {
  const t = useTranslations('secondfactor.card');
  const status = useQuery(secondFactorQueries.status);
  const [change, setChange] = useState<Change | null>(null);
  return (
    <Card title={t('title')} action={status.data?.Since && <StatusBadge tone="good">{t('on')}</StatusBadge>}>
      <QueryView query={status} waiting={<SkeletonRows rows={2} />}>
        {(key) => (
          <div className={styles.key}>
            <Ways status={key} onChange={setChange} />
            {change && (
              <Suspense fallback={null}>
                <ChangeDialog key={change.what} change={change} status={key} onClose={() => setChange(null)} />
              </Suspense>
            )}
          </div>
        )}
      </QueryView>
    </Card>
  );
}

interface WaysProps {
  status: SecondFactorStatus;
  onChange: (change: Change) => void;
}

function Ways({ status, onChange }: WaysProps) {
  const t = useTranslations('secondfactor.card');
  const { Since, App, Passkeys, WithdrawalsClosedUntil } = status;
  const canAdd = status.EmailConfirmed;
  const canMakePasskeys = status.PasskeySite !== null && arePasskeysHere(status.PasskeySite.Name);
  return (
    <>
      {WithdrawalsClosedUntil && (
        <Notice tone="caution">
          {t.rich('closed', { date: () => <DateTime value={WithdrawalsClosedUntil} show="minute" /> })}
        </Notice>
      )}
      <p className={styles.lead}>{Since ? t('active') : t('none')}</p>
      {Since && (
        <ul className={styles.rows}>
          {App && <AppRow added={App.Added} onChange={onChange} />}
          <PasskeyRows passkeys={Passkeys} onChange={onChange} />
          <CodesRow left={status.RecoveryCodesLeft} onChange={onChange} />
        </ul>
      )}
      <PasskeyNote status={status} isHere={canMakePasskeys} />
      {!status.EmailConfirmed && <p className={styles.lead}>{t('unconfirmed')}</p>}
      <div className={styles.ways}>
        {canAdd && !App && (
          <Button kind={Since ? 'secondary' : 'primary'} onClick={() => onChange({ what: 'add_app' })}>
            {t('addApp')}
          </Button>
        )}
        {canAdd && canMakePasskeys && (
          <Button onClick={() => onChange({ what: 'add_passkey' })}>{t('addPasskey')}</Button>
        )}
        {Since && (
          <Button kind="quiet" onClick={() => onChange({ what: 'remove' })}>
            {t('removeAll')}
          </Button>
        )}
      </div>
    </>
  );
}

function AppRow({ added, onChange }: { added: string; onChange: WaysProps['onChange'] }) {
  const t = useTranslations('secondfactor.card');
  return (
    <Row name={t('app')} note={t.rich('added', { date: () => <DateTime value={added} /> })}>
      <Button size="small" onClick={() => onChange({ what: 'add_app' })}>
        {t('replaceApp')}
      </Button>
      <Button
        size="small"
        aria-label={t('removeThis', { name: t('app') })}
        onClick={() => onChange({ what: 'remove_app' })}
      >
        {t('remove')}
      </Button>
    </Row>
  );
}

function CodesRow({ left, onChange }: { left: number; onChange: WaysProps['onChange'] }) {
  const t = useTranslations('secondfactor.card');
  return (
    <Row name={t('codes')} note={t('codesLeft', { count: left })}>
      <Button size="small" onClick={() => onChange({ what: 'recovery_codes' })}>
        {t('newCodes')}
      </Button>
    </Row>
  );
}

/** Explains why no passkey can be created here. */
function PasskeyNote({ status: { PasskeySite }, isHere }: { status: SecondFactorStatus; isHere: boolean }): ReactNode {
  const t = useTranslations('secondfactor.card');
  if (isHere) return null;
  if (!PasskeySite) return <p className={styles.note}>{t('noName')}</p>;
  const link = () => <a href={`${PasskeySite.Address}/profile`}>{PasskeySite.Address.replace(/^https?:\/\//, '')}</a>;
  return <p className={styles.note}>{t.rich('needsName', { link })}</p>;
}
