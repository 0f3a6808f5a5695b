import type { Declared } from '#commands/server/declaration.ts';
import { transaction } from '#database/server/transaction.ts';
import { byteOrderMark, writeCsvLine } from '#history/csv.ts';
import type { Http } from '#http/server/http.ts';
import { declaredCommands } from '#operator/server/all-commands.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { dayIn } from '#platform/server/span.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { whoReviewsAccess } from '#staff/roles.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import * as contract from '#console/access-contract.ts';
import { operatorOf } from '../acting.ts';
import { noteWatching } from '../note-watching.ts';
import { type ConsoleParts, isThere } from '../take-action.ts';
import { readAccessOfPeople, readAccessToCommands } from './read-access.ts';

/** The access review, read from the declarations and the account of actions. */
export function serveAccess(http: Http, { mode }: Pick<ConsoleParts, 'mode'>): void {
  const commands: readonly Declared[] = declaredCommands.filter((each) => isThere(each, mode));
  serveStaff(http, contract.listAccessOfPeople, whoReviewsAccess, async (db, { query, member, address, language }) => {
    await noteWatching(http.db, { member, address }, 'access look', { which: 'people' });
    return { rows: await readAccessOfPeople(db, commands, query, language), next: null };
  });
  serveStaff(
    http,
    contract.listAccessToCommands,
    whoReviewsAccess,
    async (db, { query, member, address, language }) => {
      await noteWatching(http.db, { member, address }, 'access look', { which: 'commands' });
      return { rows: await readAccessToCommands(db, commands, mode, query, language), next: null };
    },
  );
  serveStaff(http, contract.exportAccess, whoReviewsAccess, async (db, { body, member, address, language }) => {
    const { which } = body;
    const lines =
      which === 'people'
        ? [peopleTitles, ...(await readAccessOfPeople(db, commands, {}, language)).map(cellsOfPerson)]
        : [commandTitles, ...(await readAccessToCommands(db, commands, mode, {}, language)).map(cellsOfCommand)];
    const details = { which, rows: lines.length - 1 };
    await transaction(db, (tx) =>
      recordAction(tx, { operator: operatorOf({ member, address }), action: 'access export', details }),
    );
    return {
      Name: `access-${which}-${dayIn(await readHouseZone(db), new Date())}.csv`,
      Csv: byteOrderMark + lines.map((cells) => writeCsvLine(cells, 'point')).join(''),
    };
  });
}

const peopleTitles = [
  'name',
  'email',
  'role',
  'app',
  'passkeys',
  'signed_in',
  'factor',
  'last_command',
  'last_used',
  'command_roles',
];

function cellsOfPerson({ Name, Email, Role, App, Passkeys, SignedIn, Used }: contract.AccessOfPerson): string[] {
  return [
    Name,
    Email,
    Role,
    App ? 'yes' : 'no',
    String(Passkeys),
    SignedIn?.At ?? '',
    SignedIn?.How ?? '',
    Used?.Command ?? '',
    Used?.At ?? '',
    Used?.Roles.join(' ') ?? '',
  ];
}

const commandTitles = ['command', 'title', 'only_shows', 'roles', 'deciders', 'people', 'members', 'last_used'];

function cellsOfCommand(row: contract.AccessToCommand): string[] {
  return [
    row.Command,
    row.Title,
    row.IsLook ? 'yes' : 'no',
    row.Roles.join(' '),
    row.Deciders.join(' '),
    row.People,
    String(row.Members),
    row.LastUsed ?? '',
  ];
}
