import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { FoldButton } from '../fold-button.tsx';
import { PrivacyCommands, usePrivacyOffered } from '../privacy/privacy-commands.tsx';
import styles from './customers.module.css';

/** Actions on a customer, most frequent first. Those without a group are visible at every width. */
const offered = [
  { name: 'note', command: 'customer note', field: 'text', isDangerous: false, group: null },
  { name: 'freezeHours', command: 'customer freeze', field: 'hours', isDangerous: true, group: null },
  { name: 'unfreeze', command: 'customer unfreeze', field: null, isDangerous: false, group: null },
  { name: 'view', command: 'customer view', field: null, isDangerous: false, group: null },
  { name: 'openCase', command: 'case open', field: null, isDangerous: false, group: 'care' },
  { name: 'freeze', command: 'customer freeze', field: null, isDangerous: true, group: 'care' },
  { name: 'endSessions', command: 'customer end-sessions', field: null, isDangerous: true, group: 'access' },
  { name: 'removeFactor', command: 'customer second-key', field: 'remove', isDangerous: true, group: 'access' },
  { name: 'address', command: 'customer address', field: 'new', isDangerous: true, group: 'access' },
  { name: 'keepAddress', command: 'customer keep-address', field: null, isDangerous: false, group: 'access' },
] as const;
type Offered = (typeof offered)[number];

/** On a phone most actions are behind one button, so that the customer's data is seen first. */
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
  const ours = offered.filter((each) => may(each.command) && isSensible(each));
  const ofData = usePrivacyOffered().length;
  const buttonsOf = (group: Offered['group']) =>
    ours
      .filter((each) => each.group === group)
      .map((each) => (
        <Button key={each.name} size="small" onClick={() => setChosen(each)}>
          {t(`${each.name}.title`)}
        </Button>
      ));
  const groups = (['care', 'access'] as const).filter((group) => ours.some((each) => each.group === group));
  const behind = ours.filter(({ group }) => group !== null).length + ofData;
  return (
    <div className={styles.commands}>
      {buttonsOf(null)}
      {/* A single action takes no more room than the button that would hide it. */}
      {behind === 1 && groups.flatMap(buttonsOf)}
      {behind === 1 && <PrivacyCommands customer={customer} />}
      {behind > 1 && (
        <MoreCommands>
          {groups.map((group) => (
            <CommandGroup key={group} name={t(`groups.${group}`)}>
              {buttonsOf(group)}
            </CommandGroup>
          ))}
          {ofData > 0 && (
            <CommandGroup name={t('groups.data')}>
              <PrivacyCommands customer={customer} />
            </CommandGroup>
          )}
        </MoreCommands>
      )}
      {chosen && <Asked chosen={chosen} customer={customer} onClose={() => setChosen(null)} />}
    </div>
  );
}

/** Behind one button where space is short, inline otherwise. Stays open, so that keyboard focus can return to the pressed button. */
function MoreCommands({ children }: { children: ReactNode }) {
  const t = useTranslations('console.customers.commands');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <FoldButton size="small" controls={id} isOpen={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {t('more')}
      </FoldButton>
      <div id={id} className={styles.rest} data-open={isOpen}>
        {children}
      </div>
    </>
  );
}

function CommandGroup({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p id={id} className={styles.groupName}>
        {name}
      </p>
      {children}
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
