import { isUuid } from '#platform/server/cursor.ts';
import { CommandRefused } from './command.ts';

/** As it is typed; anything that is no id is nobody's. */
export function readTransferId(typed = ''): string {
  const id = typed.toLowerCase();
  if (!isUuid(id)) throw new CommandRefused('unknown_transfer', `There is no transfer ${typed}.`);
  return id;
}
