import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { type PrivacyKind, privacyKinds } from '#privacy/requests.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { DayField, noDay } from '../day-field.tsx';
import { useMay } from '../commands/use-command.ts';

const offered = {
  request: 'privacy open',
  export: 'customer export',
  correct: 'customer correct',
  erase: 'customer erase',
} as const;
type Offered = keyof typeof offered;
type Customer = Pick<ShownCustomer, 'Id' | 'Email' | 'Name'>;

/** The privacy actions included in the member's role. */
export function usePrivacyOffered(): Offered[] {
  const may = useMay();
  return (Object.keys(offered) as Offered[]).filter((name) => may(offered[name]));
}

/** Commands for a customer's rights over their data: a copy, a correction, erasure. */
export function PrivacyCommands({ customer }: { customer: Customer }) {
  const t = useTranslations('console.privacy.commands');
  const [chosen, setChosen] = useState<Offered | null>(null);
  const ours = usePrivacyOffered();
  const onClose = () => setChosen(null);
  return (
    <>
      {ours.map((name) => (
        <Button key={name} size="small" onClick={() => setChosen(name)}>
          {t(`${name}.title`)}
        </Button>
      ))}
      {chosen === 'request' && <WriteDown customer={customer} onClose={onClose} />}
      {chosen === 'export' && <Export customer={customer} onClose={onClose} />}
      {chosen === 'correct' && <Correct customer={customer} onClose={onClose} />}
      {chosen === 'erase' && <Erase customer={customer} onClose={onClose} />}
    </>
  );
}

interface AskedProps {
  customer: Customer;
  onClose: () => void;
}

/** Asks for the day the request came in, because its deadline counts from then. */
function WriteDown({ customer, onClose }: AskedProps) {
  const t = useTranslations('console.privacy');
  const [kind, setKind] = useState<PrivacyKind>('export');
  const [day, setDay] = useState('');
  return (
    <CommandDialog
      command={offered.request}
      words={[customer.Email, kind]}
      options={day ? { on: day } : {}}
      title={t('commands.request.title')}
      lead={t('commands.request.lead')}
      submit={t('commands.request.submit')}
      isIncomplete={day === noDay}
      onClose={onClose}
      outcome={() => <Notice>{t('commands.request.done')}</Notice>}
    >
      <Select
        label={t('requests.kind')}
        value={kind}
        options={privacyKinds.map((each) => ({ value: each, label: t(`requests.kinds.${each}`) }))}
        onChange={setKind}
      />
      <DayField label={t('requests.received')} hint={t('requests.receivedHint')} value={day} onChange={setDay} />
    </CommandDialog>
  );
}

function Export({ customer, onClose }: AskedProps) {
  const t = useTranslations('console.privacy.commands');
  return (
    <CommandDialog
      command={offered.export}
      words={[customer.Email]}
      title={t('export.title')}
      lead={t('export.lead')}
      submit={t('export.submit')}
      onClose={onClose}
      outcome={() => (
        <>
          <Notice>{t('export.open')}</Notice>
          <FetchExport id={customer.Id} />
        </>
      )}
    />
  );
}

/** A plain link, so that the browser saves the file as it is streamed. */
export function FetchExport({ id }: { id: string }) {
  const t = useTranslations('console.privacy.commands');
  return (
    <a className={buttonClass('secondary', 'small')} href={`/console/customers/${id}/export`} download>
      {t('export.fetch')}
    </a>
  );
}

function Correct({ customer, onClose }: AskedProps) {
  const t = useTranslations('console.privacy');
  const [field, setField] = useState<'name' | 'phone'>('name');
  const [value, setValue] = useState('');
  const [evidence, setEvidence] = useState('');
  return (
    <CommandDialog
      command={offered.correct}
      words={[customer.Email, field, value.trim()]}
      options={{ evidence: evidence.trim() }}
      title={t('commands.correct.title')}
      lead={t('commands.correct.lead')}
      submit={t('commands.correct.title')}
      isIncomplete={value.trim() === '' || evidence.trim().length < 3}
      onClose={onClose}
    >
      <Select
        label={t('field')}
        value={field}
        options={(['name', 'phone'] as const).map((each) => ({ value: each, label: t(`fields.${each}`) }))}
        onChange={setField}
      />
      <TextField
        label={t('becomes')}
        value={value}
        onChange={setValue}
        dir={field === 'phone' ? 'ltr' : 'auto'}
        maxLength={120}
        autoComplete="off"
      />
      <TextField
        label={t('evidence')}
        hint={t('evidenceHint')}
        value={evidence}
        onChange={setEvidence}
        maxLength={500}
        autoComplete="off"
      />
    </CommandDialog>
  );
}

const grounds = ['asked', 'no_longer_needed', 'unlawful'] as const;

function Erase({ customer, onClose }: AskedProps) {
  const t = useTranslations('console.privacy');
  const [ground, setGround] = useState<(typeof grounds)[number]>('asked');
  return (
    <CommandDialog
      command={offered.erase}
      words={[customer.Email]}
      options={{ ground }}
      title={t('commands.erase.title')}
      lead={t('commands.erase.lead', { name: customer.Name })}
      submit={t('commands.erase.title')}
      isDangerous
      onClose={onClose}
    >
      <Select
        label={t('ground')}
        value={ground}
        options={grounds.map((each) => ({ value: each, label: t(`grounds.${each}`) }))}
        onChange={setGround}
      />
    </CommandDialog>
  );
}
