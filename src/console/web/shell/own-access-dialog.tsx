import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { endOwnSessions, forgotStaff, listOwnSessions } from '#staff/contract.ts';
import { listOwnKeys } from '#staff/own-keys-contract.ts';
import { Refused } from '../commands/command-dialog.tsx';
import { callStaff } from '../queries.ts';
import { useMe } from '../use-me.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { ChangeKeyDialog, type KeyChange } from './change-key-dialog.tsx';
import { OwnKeys } from './own-keys.tsx';

/** The member's own access: where they are signed in, their second factors, ending the rest, and a link for another password. */
export function OwnAccessDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('console.ownAccess');
  const { Email } = useMe();
  const [change, setChange] = useState<KeyChange | null>(null);
  const sessions = useStaffQuery(listOwnSessions, {});
  const keys = useStaffQuery(listOwnKeys, {});
  const end = useMutation({
    mutationFn: () => callStaff(endOwnSessions, {}),
    onSuccess: () => sessions.refetch(),
  });
  const link = useMutation({ mutationFn: () => callApi(forgotStaff, { body: { email: Email } }) });
  const left = () => setChange(null);
  if (change && keys.data) {
    const done = () => {
      left();
      void keys.refetch();
      void sessions.refetch();
    };
    return <ChangeKeyDialog change={change} keys={keys.data} onClose={left} onDone={done} />;
  }
  return (
    <Dialog title={t('title')} lead={t('lead')} isOpen onClose={onClose}>
      <DialogBody>
        <QueryView query={sessions} waiting={<SkeletonRows />}>
          {(rows) => (
            <Facts>
              {rows.map(({ Id, Device, From, LastUsed, IsThis }) => (
                <Fact
                  key={Id}
                  label={
                    <>
                      <bdi>{Device ?? t('unknown')}</bdi> · <bdi>{From}</bdi>
                    </>
                  }
                >
                  {IsThis ? t('this') : <DateTime value={LastUsed} show="minute" />}
                </Fact>
              ))}
            </Facts>
          )}
        </QueryView>
        {keys.data && <OwnKeys keys={keys.data} onChange={setChange} />}
        <div role="status">
          {end.data && <Notice>{t('ended', { count: end.data.Ended })}</Notice>}
          {link.isSuccess && <Notice>{t('mailed')}</Notice>}
        </div>
        <Refused error={end.error ?? link.error} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button isWorking={link.isPending} onClick={() => link.mutate()}>
          {t('password')}
        </Button>
        <Button kind="danger" isWorking={end.isPending} onClick={() => end.mutate()}>
          {t('endOthers')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
