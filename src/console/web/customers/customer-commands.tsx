import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ShownCustomer } from '#console/customers-contract.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';
import { type Titled, useTitled } from '../commands/use-command.ts';
import { WayButtons } from '../commands/way-buttons.tsx';
import { FoldButton } from '../fold-button.tsx';
import styles from './customers.module.css';

/** Actions on a customer, most frequent first. Those without a group are visible at every width; what cannot be undone stands apart. */
const offered = [
  { group: null, commands: ['customer note', 'customer freeze', 'customer unfreeze', 'customer view'] },
  { group: 'care', commands: ['case open'] },
  {
    group: 'access',
    commands: ['customer end-sessions', 'customer remove-second-key', 'customer address', 'customer keep-address'],
  },
  { group: 'data', commands: ['privacy open', 'customer export', 'customer correct'] },
  { group: 'end', commands: ['customer erase'] },
] as const;

/** On a phone most actions are behind one button, so that the customer's data is seen first. */
export function CustomerCommands({ customer }: { customer: ShownCustomer }) {
  const t = useTranslations('console.customers.commands');
  const ours = useTitled(...offered.flatMap(({ commands }) => commands));
  const [chosen, setChosen] = useState<string | null>(null);
  const isSensible = ({ command }: Titled): boolean => {
    if (command === 'customer keep-address') return customer.Corrections.some(({ Field }) => Field === 'email');
    if (command === 'customer unfreeze') return customer.Frozen !== null;
    if (command === 'customer freeze') return customer.Frozen === null || customer.Frozen.Until !== null;
    return command !== 'customer remove-second-key' || customer.SecondFactor.Since !== null;
  };
  const groups = offered.flatMap(({ group, commands }) => {
    const ways = ours.filter((each) => commands.some((name) => name === each.command) && isSensible(each));
    return ways.length > 0 ? [{ group, ways }] : [];
  });
  const behind = groups.filter(({ group }) => group !== null);
  const buttons = (ways: Titled[]) => <WayButtons ways={ways} size="small" onChoose={setChosen} />;
  return (
    <div className={styles.commands}>
      {buttons(groups.flatMap(({ group, ways }) => (group === null ? ways : [])))}
      {/* A single action takes no more room than the button that would hide it. */}
      {behind.length === 1 && behind[0]?.ways.length === 1 && buttons(behind[0].ways)}
      {behind.flatMap(({ ways }) => ways).length > 1 && (
        <MoreCommands>
          {behind.map(({ group, ways }) => (
            <CommandGroup key={group} name={t(`groups.${group ?? 'care'}`)} isApart={group === 'end'}>
              {buttons(ways)}
            </CommandGroup>
          ))}
        </MoreCommands>
      )}
      {chosen && (
        <FormDialog
          command={chosen}
          given={{ customer: customer.Email }}
          onClose={() => setChosen(null)}
          {...(chosen === 'customer export' && { after: <FetchExport id={customer.Id} /> })}
        >
          <p>
            <bdi>{customer.Name}</bdi>
          </p>
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
