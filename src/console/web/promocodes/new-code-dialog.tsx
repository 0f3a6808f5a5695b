import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import styles from './promocodes.module.css';

const nothing = { code: '', points: '', uses: '', perCustomer: '1', min: '0', from: '', until: '' };
const decimal = /^\d{1,10}(\.\d{1,2})?$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** A new code: what it adds, for how many, from which amount, for which days. */
export function NewCodeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('console.promocodes');
  const [typed, setTyped] = useState(nothing);
  const set = (name: keyof typeof nothing) => (value: string) => setTyped((before) => ({ ...before, [name]: value }));
  const point = (value: string): string => value.trim().replace(',', '.');
  const [points, min] = [point(typed.points), point(typed.min)];
  const isWhole =
    /^[A-Za-z0-9][\w-]{1,31}$/.test(typed.code.trim()) &&
    decimal.test(points) &&
    decimal.test(min) &&
    [typed.uses, typed.perCustomer].every((each) => /^[1-9]\d{0,6}$/.test(each.trim())) &&
    day.test(typed.from) &&
    day.test(typed.until);
  return (
    <CommandDialog
      command="promocode create"
      words={[typed.code.trim()]}
      options={{
        points,
        min,
        uses: typed.uses.trim(),
        'per-customer': typed.perCustomer.trim(),
        from: typed.from,
        until: typed.until,
      }}
      title={t('create')}
      lead={t('createLead')}
      submit={t('create')}
      isIncomplete={!isWhole}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField
          label={t('code')}
          value={typed.code}
          onChange={(value) => set('code')(value.toUpperCase())}
          maxLength={32}
          autoComplete="off"
        />
        <TextField
          label={t('points')}
          inputMode="decimal"
          value={typed.points}
          onChange={set('points')}
          maxLength={8}
        />
        <TextField
          label={t('minimum')}
          before="US$"
          inputMode="decimal"
          value={typed.min}
          onChange={set('min')}
          maxLength={13}
        />
        <TextField
          label={t('usesAllowed')}
          inputMode="numeric"
          value={typed.uses}
          onChange={set('uses')}
          maxLength={7}
        />
        <TextField
          label={t('perCustomer')}
          inputMode="numeric"
          value={typed.perCustomer}
          onChange={set('perCustomer')}
          maxLength={7}
        />
        <TextField label={t('firstDay')} type="date" value={typed.from} onChange={set('from')} />
        <TextField label={t('lastDay')} type="date" value={typed.until} onChange={set('until')} />
      </div>
    </CommandDialog>
  );
}
