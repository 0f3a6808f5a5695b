import { useFormatter, useTranslations } from 'use-intl';
import { Link, Route, Routes } from 'react-router';
import { readOffers, type ShownSetting } from '#console/offers-contract.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { dayAfter } from '#platform/clock.ts';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { fixedProducts, registry, switchedProducts, tradedProducts } from '#positions/registry.ts';
import { CommandButton } from '../commands/form-dialog.tsx';
import { useRowCommands } from '../commands/row-commands.tsx';
import { houseDay, houseMidnight } from '../house-day.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import shared from '../shared.module.css';
import { draftOf } from './drafts.ts';
import styles from './offers.module.css';
import { useSettingName } from './use-setting-name.ts';
import { ValueWords } from './value-words.tsx';
import { VersionsDialog } from './versions-dialog.tsx';
import { column } from '../columns.tsx';

const everyMs = 10_000;

/** Offers and their limits: current, planned and past values. */
export function OffersPage() {
  const t = useTranslations('console.offers');
  const offers = useStaffQuery(readOffers, {}, { everyMs });
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <QueryView query={offers} waiting={<SkeletonRows rows={6} />}>
        {({ Settings, Now }) => (
          <div className={shared.parts}>
            {groupsOf(Settings).map(([group, settings]) => (
              <Group key={group} group={group} settings={settings} now={Now} />
            ))}
          </div>
        )}
      </QueryView>
      <Routes>
        <Route path=":key" element={<VersionsDialog settings={offers.data?.Settings ?? []} />} />
        <Route path="*" element={null} />
      </Routes>
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

const asTyped = { useGrouping: false, maximumFractionDigits: 6 } as const;

/** The house's midnight after next, as a clock of the reader's zone shows it. */
function nextMidnight(now: string): string {
  const at = houseMidnight(dayAfter(houseDay(new Date(now)), 2));
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

interface GroupProps {
  group: string;
  settings: readonly ShownSetting[];
  /** Business time. */
  now: string;
}

function Group({ group, settings, now }: GroupProps) {
  const t = useTranslations('console.offers');
  const { shortOf, nameOf, groupNameOf } = useSettingName();
  const switched = switchedProducts.find((product) => product === group);
  const isOpen = settings.find(({ Key }) => Key === `${switched}.open`)?.Value === true;
  const format = useFormatter();
  const change = useRowCommands<ShownSetting>(['settings schedule', 'settings set'], ({ Key: key, Unit, Value }) => {
    const setting = nameOf(key);
    const value = draftOf(Unit, Value, (number) => format.number(number, asTyped));
    const about = (
      <Facts>
        <Fact label={setting}>
          <ValueWords unit={Unit} value={Value} />
        </Fact>
      </Facts>
    );
    return (['schedule', 'set'] as const).map((way) => ({
      command: `settings ${way}`,
      given: { key },
      start: { value, ...(way === 'schedule' && { from: nextMidnight(now) }) },
      label: t(`changes.${way}`),
      name: t(`changesOf.${way}`, { setting }),
      about,
    }));
  });
  const columns: Column<ShownSetting>[] = [
    column(
      t('setting'),
      ({ Key }) => (
        <span className={styles.name}>
          <Link to={Key} aria-label={t('versionsOf', { setting: nameOf(Key) })}>
            {shortOf(Key)}
          </Link>
          <span className={styles.key} dir="ltr">
            {Key}
          </span>
        </span>
      ),
      'title',
    ),
    column(t('value'), ({ Unit, Value }) => <ValueWords unit={Unit} value={Value} />),
    column(t('coming'), (setting) => <Coming setting={setting} />),
    ...change.columns,
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
      {change.form}
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
