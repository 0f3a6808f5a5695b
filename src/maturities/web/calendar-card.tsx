import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Skeleton, SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import styles from './calendar-card.module.css';
import { maturitiesQueries, useMakeCalendarLink, useRevokeCalendarLink } from './data.ts';

/** The link for calendar programs: made, shown once, replaced, revoked. */
export function CalendarCard() {
  const t = useTranslations('maturities.calendar');
  const link = useQuery(maturitiesQueries.link);
  const make = useMakeCalendarLink();
  const revoke = useRevokeCalendarLink();
  const dialog = useDialogAddress('calendar-link');
  const closing = { onSuccess: dialog.close };
  return (
    <Card title={t('title')}>
      <p className={styles.lead}>{t('lead')}</p>
      <QueryView query={link} waiting={<Waiting />}>
        {({ Created }) =>
          Created === null ? (
            <p>
              <Button kind="primary" onClick={() => make.mutate({})} isWorking={make.isPending}>
                {t('make')}
              </Button>
            </p>
          ) : (
            <>
              {make.data?.Created === Created ? <NewLink url={make.data.Url} /> : <OldLink since={Created} />}
              <p className={styles.actions}>
                <Button onClick={() => dialog.open('replace')}>{t('replace')}</Button>
                <Button onClick={() => dialog.open('revoke')}>{t('revoke')}</Button>
              </p>
            </>
          )
        }
      </QueryView>
      <Ask name="replace" dialog={dialog} isWorking={make.isPending} onConfirm={() => make.mutate({}, closing)} />
      <Ask name="revoke" dialog={dialog} isWorking={revoke.isPending} onConfirm={() => revoke.mutate({}, closing)} />
    </Card>
  );
}

interface AskProps {
  name: 'replace' | 'revoke';
  dialog: ReturnType<typeof useDialogAddress>;
  isWorking: boolean;
  onConfirm: () => void;
}

/** Warns beforehand that calendars using the link will no longer be updated. */
function Ask({ name, dialog, isWorking, onConfirm }: AskProps) {
  const t = useTranslations('maturities.calendar');
  return (
    <ConfirmDialog
      title={t(`${name}Title`)}
      isOpen={dialog.isOpen && dialog.subject === name}
      onClose={dialog.close}
      onConfirm={onConfirm}
      confirmLabel={t(name)}
      isWorking={isWorking}
    >
      <p>{t(`${name}Text`)}</p>
    </ConfirmDialog>
  );
}

function NewLink({ url }: { url: string }) {
  const t = useTranslations('maturities.calendar');
  return (
    <>
      <Notice tone="caution">{t('once')}</Notice>
      <div className={styles.row}>
        <code translate="no" className={styles.link} dir="ltr" aria-label={t('link')} role="group">
          {url}
        </code>
        <CopyButton text={url} label={t('copy')} />
        <a className={buttonClass('secondary', 'small')} href={url.replace(/^https?:/, 'webcal:')}>
          {t('open')}
        </a>
      </div>
    </>
  );
}

function OldLink({ since }: { since: string }) {
  const t = useTranslations('maturities.calendar');
  const formatDate = useDate();
  return <p>{t('since', { date: formatDate(since) })}</p>;
}

function Waiting() {
  return (
    <Skeleton>
      <SkeletonLine width="half" />
    </Skeleton>
  );
}
