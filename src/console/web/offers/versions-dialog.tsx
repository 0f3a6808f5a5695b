import { useTranslations } from 'use-intl';
import { useNavigate, useParams } from 'react-router';
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

const everyMs = 5_000;
const tones = { past: 'neutral', present: 'good', coming: 'running', withdrawn: 'bad' } as const;

/** Every version of a setting, with who made it and from when on it counts; planned ones can be withdrawn. */
export function VersionsDialog({ settings }: { settings: readonly ShownSetting[] }) {
  const { key = '' } = useParams();
  const navigate = useNavigate();
  const close = () => void navigate('/offers');
  const unit = settings.find(({ Key }) => Key === key)?.Unit ?? null;
  const t = useTranslations('console.offers');
  const { nameOf } = useSettingName();
  const withdraw = useRowCommands<SettingVersionShown>(
    ['settings withdraw'],
    ({ Number: number, Value, From, State }) => {
      const about = (
        <Facts>
          <Fact label={nameOf(key)}>
            <ValueWords unit={unit} value={Value} />
          </Fact>
          <Fact label={t('fromWhen')}>
            <DateTime value={From} show="minute" />
          </Fact>
        </Facts>
      );
      const way = { command: 'settings withdraw', given: { number: Number(number) }, about };
      return State === 'coming' ? [way] : [];
    },
  );
  const columns: Column<SettingVersionShown>[] = [
    momentColumn(t('fromWhen'), ({ From }) => From, { place: 'title' }),
    column(t('value'), ({ Value }) => <ValueWords unit={unit} value={Value} />),
    nameColumn(t('by'), ({ By }) => By || '—'),
    column(t('state'), ({ State }) => <StatusBadge tone={tones[State]}>{t(`states.${State}`)}</StatusBadge>, 'main'),
    ...withdraw.columns,
  ];
  return (
    <Dialog title={t('versionsOf', { setting: nameOf(key) })} isOpen onClose={close}>
      <DialogBody>
        <List
          of={listVersions}
          params={{ key }}
          everyMs={everyMs}
          caption={t('versions')}
          columns={columns}
          rowKey={({ Number }) => Number}
          empty={t('neverSet')}
        />
        {withdraw.form}
      </DialogBody>
      <DialogActions>
        <Button onClick={close}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
