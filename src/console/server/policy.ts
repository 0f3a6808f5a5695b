import { readLeftAlone } from '#operator/server/approved-alone.ts';
import type { CommandInput } from '#operator/server/command.ts';
import { readWithdrawal } from '#wallet/server/list-open-withdrawals.ts';
import { isUuid } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import { readSetting } from '#platform/server/settings.ts';
import type { Config } from '#platform/server/config.ts';
import { switchedProducts } from '#positions/registry.ts';
import { allButAdmin, type Role } from '#staff/roles.ts';
import { twoPeople } from '#staff/server/staff-settings.ts';

/** How many people an action requires. */
export type People = 'one' | 'two';

export interface Rule {
  roles: readonly Role[];
  /** A function where it depends on the input. An action that takes `one` may still take two because of the setting. */
  people: People | ((sql: Sql, mode: Config['mode'], input: CommandInput, staffId: string) => People | Promise<People>);
}

const one = (...roles: Role[]): Rule => ({ roles, people: 'one' });
const two = (...roles: Role[]): Rule => ({ roles, people: 'two' });

/**
 * Which roles may take which action in the console, and which actions take two people. Every command of the command line is here or in
 * {@link machineOnly}; the tests enforce this.
 */
export const policy: Record<string, Rule> = {
  'customer show': { roles: allButAdmin, people: 'one' },
  'customer second-key': {
    roles: ['support', 'compliance'],
    people: (_sql, _mode, { options }) => (options.remove === undefined ? 'one' : 'two'),
  },
  // A freeze of up to a day takes effect without waiting for anybody; a longer one needs a second person.
  'customer freeze': {
    roles: ['support', 'payments', 'compliance'],
    people: (_sql, _mode, { options }) => (options.hours === undefined ? 'two' : 'one'),
  },
  'customer unfreeze': two('compliance', 'payments'),
  'customer end-sessions': one('support', 'compliance'),
  'customer end-session': one('support', 'compliance'),
  'customer address': two('support', 'compliance'),
  // An objection needs no second person.
  'customer keep-address': one('support', 'compliance'),
  'customer correct': two('support', 'compliance'),
  'customer keep-details': one('support', 'compliance'),
  'customer export': one('compliance'),
  'customer erase': two('compliance'),
  'privacy open': one('support', 'compliance'),
  'privacy take': one('support', 'compliance'),
  'privacy answer': one('support', 'compliance'),
  'privacy list': one('support', 'compliance', 'auditor'),
  'customer note': one('support', 'payments', 'compliance'),
  'customer view': one('support', 'compliance'),
  'announcement create': two('desk', 'compliance'),
  // Nobody is notified, so it needs no second person.
  'announcement withdraw': one('desk', 'compliance'),
  'case open': one('compliance'),
  'case take': one('compliance'),
  'case dismiss': one('compliance'),
  'case assign': one('compliance'),
  'case note': one('compliance'),
  // The decision `freeze` is the freeze itself.
  'case decide': {
    roles: ['compliance'],
    people: (_sql, _mode, { words }) => (words[1] === 'freeze' ? 'two' : 'one'),
  },
  'case close': one('compliance'),
  'treasury fund': two('treasury'),
  'treasury draw': two('treasury'),
  'treasury show': one('treasury', 'auditor'),
  'taxes pay': two('treasury'),
  'taxes return': two('treasury'),
  'taxes show': one('treasury', 'auditor'),
  'transfer ask': one('payments'),
  // Stands in for the brokerage's answer, so it always takes two people.
  'transfer settle': two('payments'),
  'transfer return': two('payments'),
  'reconciliation note': one('payments', 'compliance'),
  'ledger reverse': two('payments', 'treasury'),
  'withdrawals list': one('payments', 'compliance', 'auditor'),
  'withdrawals approve': { roles: ['payments'], people: peopleForWithdrawal },
  'withdrawals refuse': one('payments', 'compliance'),
  'rates show': one('payments', 'treasury', 'auditor'),
  'rates accept': one('payments', 'treasury'),
  'settings list': one('admin', 'desk', 'treasury', 'payments', 'auditor'),
  'settings set': two('admin', 'desk'),
  'settings schedule': two('admin', 'desk'),
  'settings withdraw': two('admin', 'desk'),
  // Imports a file that the desk uploaded; the command line reads one on the machine.
  'operations import': one('desk'),
  ...Object.fromEntries(
    switchedProducts.flatMap((name) => [`${name} open`, `${name} close`]).map((each) => [each, one('desk')]),
  ),
  'promocode create': one('desk'),
  'promocode list': one('desk', 'support', 'auditor'),
  'promocode end': one('desk'),
  'books audit': one('auditor', 'treasury'),
  'books promises': one('auditor', 'treasury'),
  'reports daily': one('payments', 'treasury', 'compliance', 'auditor'),
  'reports liabilities': one('treasury', 'compliance', 'auditor'),
  // A report that names every customer takes two people.
  'reports export': {
    roles: ['treasury', 'compliance', 'auditor'],
    people: (_sql, _mode, { words }) => (words[0] === 'customers' ? 'two' : 'one'),
  },
  'reports list': one('treasury', 'compliance', 'auditor'),
  'actions list': one('auditor', 'compliance', 'admin'),
  'staff list': one('admin', 'auditor'),
  'staff invite': one('admin'),
  'staff role': one('admin'),
  'staff disable': one('admin'),
  'staff reset': two('admin'),
};

/**
 * Commands restricted to people with access to the machine: installation, backups, and the sandbox's own. A file or input that such a
 * command reads lives on the machine, and a password that one person chooses for another must not travel over the network or end up in a
 * request.
 */
export const machineOnly = [
  'customer create',
  'migrate',
  'backup make',
  'backup note',
  'backup check',
  'backup restore',
  'doctor',
  'clock forward',
  'clock show',
  'brokerage fault',
  'sandbox year',
  'staff code',
  'reports save',
];

/** How many people this particular action requires if this member takes it. */
export async function peopleFor(
  sql: Sql,
  mode: Config['mode'],
  { command, input, staffId }: { command: string; input: CommandInput; staffId: string },
): Promise<People> {
  const people = policy[command]?.people ?? 'two';
  const own = typeof people === 'function' ? await people(sql, mode, input, staffId) : people;
  if (own === 'two') return own;
  return (await readSetting(sql, twoPeople, mode)).includes(command) ? 'two' : 'one';
}

/** The command itself decides again, with the member's row locked (`requireLeftAlone`), and refuses an unknown withdrawal. */
async function peopleForWithdrawal(
  sql: Sql,
  mode: Config['mode'],
  { words }: CommandInput,
  staffId: string,
): Promise<People> {
  const id = words[0]?.toLowerCase() ?? '';
  const withdrawal = isUuid(id) ? await readWithdrawal(sql, id) : null;
  return withdrawal && withdrawal.amount > (await readLeftAlone(sql, mode, staffId)) ? 'two' : 'one';
}
