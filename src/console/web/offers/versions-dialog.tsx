import { useTranslations } from 'use-intl';
import { listVersions, type SettingVersionShown, type ShownSetting } from '#console/offers-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { useRowCommands } from '../commands/row-commands.tsx';
import { List } from '../list.tsx';
import { useSettingName } from './use-setting-name.ts';
import { ValueWords } from './value-words.tsx';
import { column, momentColumn, nameColumn } from '../columns.tsx';

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
  const withdraw = useRowCommands<SettingVersionShown>(
    ['settings withdraw'],
    ({ Number: number, Value, From, State }) => {
      const about = (
        <Facts>
          <Fact label={nameOf(setting.Key)}>
            <ValueWords unit={setting.Unit} value={Value} />
          </Fact>
          <Fact label={t('fromWhen')}>
            <DateTime value={From} show="minute" />
          </Fact>
        </Facts>
      );
      const way = { command: 'settings withdraw', given: { number: Number(number) }, label: t('withdraw'), about };
      return State === 'coming' ? [way] : [];
    },
  );
  const columns: Column<SettingVersionShown>[] = [
    momentColumn(t('fromWhen'), ({ From }) => From, { place: 'title' }),
    column(t('value'), ({ Value }) => <ValueWords unit={setting.Unit} value={Value} />),
    nameColumn(t('by'), ({ By }) => By || '—'),
    column(t('state'), ({ State }) => <StatusBadge tone={tones[State]}>{t(`states.${State}`)}</StatusBadge>, 'main'),
    ...withdraw.columns,
  ];
  return (
    <Dialog title={t('versionsOf', { setting: nameOf(setting.Key) })} isOpen onClose={onClose}>
      <DialogBody>
        <List
          of={listVersions}
          params={{ key: setting.Key }}
          everyMs={everyMs}
          caption={t('versions')}
          columns={columns}
          rowKey={({ Number }) => Number}
          empty={t('neverSet')}
        />
        {withdraw.form}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
