import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useCommands } from '../commands/use-command.ts';
import { FoldButton } from '../fold-button.tsx';
import styles from './customers.module.css';

/** Actions on a customer, most frequent first. Those without a group are visible at every width; what cannot be undone stands apart. */
const offered = [
  { command: 'customer note', isDangerous: false, group: null },
  { command: 'customer freeze', isDangerous: true, group: null },
  { command: 'customer unfreeze', isDangerous: false, group: null },
  { command: 'customer view', isDangerous: false, group: null },
  { command: 'case open', isDangerous: false, group: 'care' },
  { command: 'customer end-sessions', isDangerous: true, group: 'access' },
  { command: 'customer remove-second-key', isDangerous: true, group: 'access' },
  { command: 'customer address', isDangerous: true, group: 'access' },
  { command: 'customer keep-address', isDangerous: false, group: 'access' },
  { command: 'privacy open', isDangerous: false, group: 'data' },
  { command: 'customer export', isDangerous: false, group: 'data' },
  { command: 'customer correct', isDangerous: false, group: 'data' },
  { command: 'customer erase', isDangerous: true, group: 'end' },
] as const;
type Offered = (typeof offered)[number];

/** On a phone most actions are behind one button, so that the customer's data is seen first. */
export function CustomerCommands({ customer }: { customer: ShownCustomer }) {
  const t = useTranslations('console.customers.commands');
  const { data: shapes = [] } = useCommands();
  const [chosen, setChosen] = useState<Offered | null>(null);
  const isSensible = ({ command }: Offered): boolean => {
    if (command === 'customer keep-address') return customer.Corrections.some(({ Field }) => Field === 'email');
    if (command === 'customer unfreeze') return customer.Frozen !== null;
    if (command === 'customer freeze') return customer.Frozen === null || customer.Frozen.Until !== null;
    return command !== 'customer remove-second-key' || customer.SecondFactor.Since !== null;
  };
  const ours = offered.flatMap((each) => {
    const shape = shapes.find(({ Command }) => Command === each.command);
    return shape && isSensible(each) ? [{ ...each, title: shape.Form.Title }] : [];
  });
  const buttonsOf = (group: Offered['group']) =>
    ours
      .filter((each) => each.group === group)
      .map((each) => (
        <Button
          key={each.command}
          size="small"
          kind={each.group === 'end' ? 'danger' : 'secondary'}
          onClick={() => setChosen(each)}
        >
          {each.title}
        </Button>
      ));
  const groups = (['care', 'access', 'data', 'end'] as const).filter((group) =>
    ours.some((each) => each.group === group),
  );
  const behind = ours.filter(({ group }) => group !== null).length;
  return (
    <div className={styles.commands}>
      {buttonsOf(null)}
      {/* A single action takes no more room than the button that would hide it. */}
      {behind === 1 && groups.flatMap(buttonsOf)}
      {behind > 1 && (
        <MoreCommands>
          {groups.map((group) => (
            <CommandGroup key={group} name={t(`groups.${group}`)} isApart={group === 'end'}>
              {buttonsOf(group)}
            </CommandGroup>
          ))}
        </MoreCommands>
      )}
      {chosen && (
        <FormDialog
          command={chosen.command}
          given={{ customer: customer.Email }}
          isDangerous={chosen.isDangerous}
          onClose={() => setChosen(null)}
          {...(chosen.command === 'customer export' && { after: <FetchExport id={customer.Id} /> })}
        >
          {chosen.isDangerous && (
            <p>
              <bdi>{customer.Name}</bdi>
            </p>
          )}
        </FormDialog>
      )}
    </div>
  );
}

/** A plain link, so that the browser saves the file as it is streamed. */
export function FetchExport({ id }: { id: string }) {
  const t = useTranslations('console.privacy');
  return (
    <a className={buttonClass('secondary', 'small')} href={`/console/customers/${id}/export`} download>
      {t('fetch')}
    </a>
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

function CommandGroup({ name, isApart, children }: { name: string; isApart: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.group} data-apart={isApart || undefined}>
      <p id={id} className={styles.groupName}>
        {name}
      </p>
      {children}
    </div>
  );
}
