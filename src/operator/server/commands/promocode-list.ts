import { readHouseZone } from '#settings/server/house-zone.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { readPromocodes } from '#primevault/server/promocode-store.ts';
import type { Command } from '../command.ts';
import { promocodeAsJson, promocodeAsLine } from '../format-promocode.ts';

export const promocodeList: Command = {
  name: 'promocode list',
  summary: 'List the promotional codes of the vault, with how often each was used',
  isLook: true,
  async run({ db }) {
    const { now } = await readBusinessClock(db);
    const zone = await readHouseZone(db);
    const promocodes = await readPromocodes(db);
    return {
      lines:
        promocodes.length > 0
          ? promocodes.map((promocode) => promocodeAsLine(promocode, { now, zone }))
          : ['There are no promotional codes.'],
      json: promocodes.map((promocode) => promocodeAsJson(promocode, { now, zone })),
    };
  },
};
