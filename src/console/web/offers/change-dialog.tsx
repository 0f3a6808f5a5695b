import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ShownSetting } from '#console/offers-contract.ts';
import { dayAfter } from '#platform/clock.ts';
import { useReadDecimal } from '#platform/web/i18n/use-read-decimal.ts';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { houseDay, houseMidnight } from '../house-day.ts';
import { draftOf, valueOfDraft } from './drafts.ts';
import { Preview } from './preview.tsx';
import { useSettingName } from './use-setting-name.ts';
import { ValueField } from './value-field.tsx';
import { ValueWords } from './value-words.tsx';

interface ChangeDialogProps {
  setting: ShownSetting;
  /** Business time. */
  now: string;
  onClose: () => void;
}

const asTyped = { useGrouping: false, maximumFractionDigits: 6 } as const;

/** Sets another value, now or from an instant on, with a preview of what customers will see before anybody approves it. */
export function ChangeDialog({ setting, now, onClose }: ChangeDialogProps) {
  const t = useTranslations('console.offers');
  const { nameOf } = useSettingName();
  const format = useFormatter();
  const [draft, setDraft] = useState(() =>
    draftOf(setting.Unit, setting.Value, (number) => format.number(number, asTyped)),
  );
  const [when, setWhen] = useState<'later' | 'now'>('later');
  const [moment, setMoment] = useState(() => nextMidnight(now));
  const value = valueOfDraft(setting.Unit, draft, useReadDecimal());
  const from = when === 'now' ? undefined : momentOf(moment);
  const isWhole = value !== undefined && (when === 'now' || from !== undefined);
  const asked = isWhole ? { key: setting.Key, value, ...(from !== undefined && { from }) } : null;
  return (
    <CommandDialog
      command={when === 'now' ? 'settings set' : 'settings schedule'}
      params={{
        key: setting.Key,
        value: value === undefined ? null : (JSON.parse(value) as unknown),
        ...(from && { from }),
      }}
      title={nameOf(setting.Key)}
      lead={t('changeLead')}
      submit={when === 'now' ? t('askNow') : t('askLater')}
      isIncomplete={!isWhole}
      onClose={onClose}
    >
      <Facts>
        <Fact label={t('value')}>
          <ValueWords unit={setting.Unit} value={setting.Value} />
        </Fact>
      </Facts>
      <ValueField unit={setting.Unit} draft={draft} onChange={setDraft} />
      <Segments
        label={t('when')}
        value={when}
        onChange={setWhen}
        options={[
          { value: 'later', label: t('later') },
          { value: 'now', label: t('atOnce') },
        ]}
      />
      {when === 'later' && (
        <TextField
          label={t('moment')}
          hint={t('momentHint', { moment: from?.slice(0, 16).replace('T', ' ') ?? '—' })}
          type="datetime-local"
          value={moment}
          onChange={setMoment}
        />
      )}
      {asked && <Preview asked={asked} />}
    </CommandDialog>
  );
}

/** The house's midnight after next, in the reader's time zone. */
function nextMidnight(now: string): string {
  const at = houseMidnight(dayAfter(houseDay(new Date(now)), 2));
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Converts the local time typed by the reader to the UTC instant the command takes. */
function momentOf(typed: string): string | undefined {
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
