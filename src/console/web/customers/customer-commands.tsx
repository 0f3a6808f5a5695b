import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { PrivacyCommands } from '../privacy/privacy-commands.tsx';
import styles from './customers.module.css';

/** What can be done about a customer, in the order of how often it is. */
const offered = [
  { name: 'note', command: 'customer note', field: 'text', isDangerous: false },
  { name: 'openCase', command: 'case open', field: null, isDangerous: false },
  { name: 'view', command: 'customer view', field: null, isDangerous: false },
  { name: 'freezeHours', command: 'customer freeze', field: 'hours', isDangerous: true },
  { name: 'freeze', command: 'customer freeze', field: null, isDangerous: true },
  { name: 'unfreeze', command: 'customer unfreeze', field: null, isDangerous: false },
  { name: 'endSessions', command: 'customer end-sessions', field: null, isDangerous: true },
  { name: 'removeFactor', command: 'customer second-key', field: 'remove', isDangerous: true },
  { name: 'address', command: 'customer address', field: 'new', isDangerous: true },
  { name: 'keepAddress', command: 'customer keep-address', field: null, isDangerous: false },
] as const;
type Offered = (typeof offered)[number];

export function CustomerCommands({ customer }: { customer: ShownCustomer }) {
  const t = useTranslations('console.customers.commands');
  const may = useMay();
  const [chosen, setChosen] = useState<Offered | null>(null);
  const isSensible = ({ name }: Offered): boolean => {
    if (name === 'keepAddress') return customer.Corrections.some(({ Field }) => Field === 'email');
    if (name === 'unfreeze') return customer.Frozen !== null;
    if (name === 'freezeHours') return customer.Frozen === null;
    if (name === 'freeze') return customer.Frozen === null || customer.Frozen.Until !== null;
    return name !== 'removeFactor' || customer.SecondFactor.Since !== null;
  };
  return (
    <div className={styles.commands}>
      {offered
        .filter((each) => may(each.command) && isSensible(each))
        .map((each) => (
          <Button key={each.name} size="small" onClick={() => setChosen(each)}>
            {t(`${each.name}.title`)}
          </Button>
        ))}
      <PrivacyCommands customer={customer} />
      {chosen && <Asked chosen={chosen} customer={customer} onClose={() => setChosen(null)} />}
    </div>
  );
}

interface AskedProps {
  chosen: Offered;
  customer: ShownCustomer;
  onClose: () => void;
}

function Asked({ chosen, customer, onClose }: AskedProps) {
  const t = useTranslations('console.customers.commands');
  const { name, command, field, isDangerous } = chosen;
  const [value, setValue] = useState('');
  const said = value.trim();
  const isWord = field === 'new';
  return (
    <CommandDialog
      command={command}
      words={[customer.Email, ...(isWord ? [said] : [])]}
      options={field && !isWord ? { [field]: said } : {}}
      title={t(`${name}.title`)}
      lead={t(`${name}.lead`)}
      submit={t(`${name}.title`)}
      isDangerous={isDangerous}
      isIncomplete={field !== null && said === ''}
      onClose={onClose}
    >
      {field && (
        <TextField
          label={t(`fields.${field}`)}
          value={value}
          onChange={setValue}
          dir="auto"
          maxLength={field === 'text' ? 2000 : 254}
          inputMode={field === 'hours' ? 'numeric' : 'text'}
          autoComplete="off"
        />
      )}
    </CommandDialog>
  );
}
