import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { listVersions, type SettingVersionShown, type ShownSetting } from '#console/offers-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { Rows } from '../list.tsx';
import { useStaffPages } from '../use-staff-query.ts';
import { useSettingName } from './use-setting-name.ts';
import { ValueWords } from './value-words.tsx';

interface VersionsDialogProps {
  setting: ShownSetting;
  onClose: () => void;
}

const everyMs = 5_000;
const tones = { past: 'neutral', present: 'good', coming: 'running', withdrawn: 'bad' } as const;

/** Every version of a setting, with who made it and from when on it counts; planned ones can be withdrawn. */
export function VersionsDialog({ setting, onClose }: VersionsDialogProps) {
  const t = useTranslations('console.offers');
  const { nameOf } = useSettingName();
  const mayWithdraw = useMay()('settings withdraw');
  const versions = useStaffPages(listVersions, { params: { key: setting.Key }, query: {} }, { everyMs });
  const [leaving, setLeaving] = useState<SettingVersionShown | null>(null);
  if (leaving) {
    const given = { number: Number(leaving.Number) };
    return (
      <FormDialog command="settings withdraw" given={given} isDangerous onClose={() => setLeaving(null)}>
        <Facts>
          <Fact label={nameOf(setting.Key)}>
            <ValueWords unit={setting.Unit} value={leaving.Value} />
          </Fact>
          <Fact label={t('fromWhen')}>
            <DateTime value={leaving.From} show="minute" />
          </Fact>
        </Facts>
      </FormDialog>
    );
  }
  const columns: Column<SettingVersionShown>[] = [
    {
      id: 'from',
      header: t('fromWhen'),
      place: 'title',
      cell: ({ From }) => <DateTime value={From} show="minute" />,
    },
    { id: 'value', header: t('value'), cell: ({ Value }) => <ValueWords unit={setting.Unit} value={Value} /> },
    { id: 'by', header: t('by'), cell: ({ By }) => <bdi>{By || '—'}</bdi> },
    {
      id: 'state',
      header: t('state'),
      place: 'main',
      cell: ({ State }) => <StatusBadge tone={tones[State]}>{t(`states.${State}`)}</StatusBadge>,
    },
    {
      id: 'withdraw',
      header: t('withdraw'),
      place: 'action',
      cell: (version) =>
        version.State === 'coming' &&
        mayWithdraw && (
          <Button size="small" onClick={() => setLeaving(version)}>
            {t('withdraw')}
          </Button>
        ),
    },
  ];
  return (
    <Dialog title={t('versionsOf', { setting: nameOf(setting.Key) })} isOpen onClose={onClose}>
      <DialogBody>
        <Rows
          query={versions}
          caption={t('versions')}
          columns={columns}
          rowKey={({ Number }) => Number}
          empty={t('neverSet')}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
