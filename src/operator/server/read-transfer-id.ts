import { isUuid } from '#http/server/cursor.ts';
import { foldCode } from '#platform/typed/read-code.ts';
import { CommandRefused } from '#commands/server/refused.ts';

/** Parses a typed transfer id; anything that is not an id is refused as unknown. */
export function readTransferId(typed = ''): string {
  const id = foldCode(typed).toLowerCase();
  if (!isUuid(id)) throw new CommandRefused('unknown_transfer', `There is no transfer ${typed}.`);
  return id;
}
