import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readOffers, type ShownSetting } from '#console/offers-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { fixedProducts, registry, switchedProducts, tradedProducts } from '#positions/registry.ts';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import shared from '../shared.module.css';
import { ChangeDialog } from './change-dialog.tsx';
import styles from './offers.module.css';
import { useSettingName } from './use-setting-name.ts';
import { ValueWords } from './value-words.tsx';
import { VersionsDialog } from './versions-dialog.tsx';
import { column } from '../columns.tsx';

const everyMs = 10_000;

interface Asked {
  what: 'change' | 'versions';
  setting: ShownSetting;
}

/** Offers and their limits: current, planned and past values. */
export function OffersPage() {
  const t = useTranslations('console.offers');
  const offers = useStaffQuery(readOffers, {}, { everyMs });
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <QueryView query={offers} waiting={<SkeletonRows rows={6} />}>
        {({ Settings }) => (
          <div className={shared.parts}>
            {groupsOf(Settings).map(([group, settings]) => (
              <Group key={group} group={group} settings={settings} onAsk={setAsked} />
            ))}
          </div>
        )}
      </QueryView>
      {asked?.what === 'change' && offers.data && (
        <ChangeDialog setting={asked.setting} now={offers.data.Now} onClose={close} />
      )}
      {asked?.what === 'versions' && <VersionsDialog setting={asked.setting} onClose={close} />}
    </>
  );
}

/** Products first, in the order in which customers see them. */
const order: readonly string[] = [
  ...[...fixedProducts, ...tradedProducts].map((product) => registry[product].folder),
  'taxes',
  'network',
  'wallet',
  'auth',
  'privacy',
  'cases',
  'console',
];

/** Puts each setting into a group; groups missing from the order come last. */
function groupsOf(settings: readonly ShownSetting[]): [string, ShownSetting[]][] {
  const groupOf = ({ Key }: ShownSetting): string => Key.slice(0, Key.indexOf('.'));
  const placeOf = (group: string): number => (order.includes(group) ? order.indexOf(group) : order.length);
  const groups = [...new Set(settings.map(groupOf))].toSorted((one, other) => placeOf(one) - placeOf(other));
  return groups.map((group) => [group, settings.filter((setting) => groupOf(setting) === group)]);
}

interface GroupProps {
  group: string;
  settings: readonly ShownSetting[];
  onAsk: (asked: Asked) => void;
}

function Group({ group, settings, onAsk }: GroupProps) {
  const t = useTranslations('console.offers');
  const { shortOf, nameOf, groupNameOf } = useSettingName();
  const switched = switchedProducts.find((product) => product === group);
  const isOpen = settings.find(({ Key }) => Key === `${switched}.open`)?.Value === true;
  const may = useMay();
  const mayChange = may('settings set') && may('settings schedule');
  const columns: Column<ShownSetting>[] = [
    column(
      t('setting'),
      ({ Key }) => (
        <span className={styles.name}>
          {shortOf(Key)}
          <span className={styles.key} dir="ltr">
            {Key}
          </span>
        </span>
      ),
      'title',
    ),
    column(t('value'), ({ Unit, Value }) => <ValueWords unit={Unit} value={Value} />),
    column(t('coming'), (setting) => <Coming setting={setting} />),
    column(
      t('ways'),
      (setting) => (
        <span className={styles.ways}>
          <Button
            size="small"
            aria-label={t('versionsOf', { setting: nameOf(setting.Key) })}
            onClick={() => onAsk({ what: 'versions', setting })}
          >
            {t('versions')}
          </Button>
          {mayChange && (
            <Button
              size="small"
              aria-label={t('changeThis', { setting: nameOf(setting.Key) })}
              onClick={() => onAsk({ what: 'change', setting })}
            >
              {t('change')}
            </Button>
          )}
        </span>
      ),
      'action',
    ),
  ];
  return (
    <Card
      title={groupNameOf(group)}
      action={
        switched && (
          <CommandButton command={`${switched} ${isOpen ? 'close' : 'open'}`} {...(!isOpen && { kind: 'primary' })} />
        )
      }
    >
      <Table caption={groupNameOf(group)} columns={columns} rows={settings} rowKey={({ Key }) => Key} />
    </Card>
  );
}

function Coming({ setting: { Unit, Coming: coming } }: { setting: ShownSetting }) {
  const t = useTranslations('console.offers');
  if (coming.length === 0) return <>{t('nothingComing')}</>;
  return coming.map(({ Number, Value, From }) => (
    <span key={Number} className={styles.coming}>
      <span>{t.rich('from', { date: () => <DateTime value={From} show="minute" /> })}</span>
      <ValueWords unit={Unit} value={Value} />
    </span>
  ));
}
