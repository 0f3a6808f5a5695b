import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#app/server/testing/world.ts';
import { lastAction, lastroOf, typeCommand } from './testing/type-command.ts';

let world: World;
let folder: string;

beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'lastro-operator-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

describe('how a command is typed', () => {
  test('[R1] without a command, all of them are listed and the exit code is 2', async () => {
    const { exit, out, err } = await typeCommand([], {});
    expect([exit, out]).toEqual([2, '']);
    for (const name of ['customer create', 'treasury fund USD', 'books audit', 'clock forward SPAN']) {
      expect(err).toContain(`\n  ${name}`);
    }
  });

  test.each(['help', '--help', 'treasury fund --help'])('[R1] %s lists them too, and is no mistake', async (asked) => {
    const { exit, out } = await typeCommand(asked.split(' '), {});
    expect([exit, out.includes('settings set KEY VALUE')]).toEqual([0, true]);
  });

  test.each([
    ['treasury empty', 'There is no command "treasury empty".'],
    ['treasury fund', 'Usage: lastro treasury fund USD'],
    ['treasury fund 1 2', 'Usage: lastro treasury fund USD'],
    ['customer create --email a@example.com', 'Missing: --name, --phone, --birth, --password.'],
  ])('[R1] "%s" is not typed as it has to be', async (line, sentence) => {
    expect(await lastroOf(world)(line)).toEqual({ exit: 2, out: '', err: `${sentence}\n` });
  });

  test('[R1] half a command is answered with all of them', async () => {
    const { exit, err } = await lastroOf(world)('treasury');
    expect([exit, err]).toEqual([2, expect.stringMatching(/^There is no command "treasury"\.\n\nUsage: /)]);
  });

  test('[R1] an option that there is not is a mistake', async () => {
    const { exit, err } = await lastroOf(world)('treasury show --loudly');
    expect(exit).toBe(2);
    expect(err).toContain('--loudly');
  });

  test.each(['--json treasury show', 'treasury --json show', 'treasury show --json'])(
    '[R1] "%s": machines say that they are machines wherever they like',
    async (line) => {
      const { exit, out } = await lastroOf(world)(line);
      expect([exit, JSON.parse(out)]).toMatchObject([0, { treasury: 1_000_000 }]);
    },
  );

  test('[R1] machines get mistakes and refusals as JSON', async () => {
    const mistake = await lastroOf(world)('treasury fund --json');
    expect([mistake.exit, JSON.parse(mistake.out)]).toMatchObject([2, { code: 'usage' }]);
    const refusal = await lastroOf(world)('customer show nobody@example.com --json');
    expect([refusal.exit, JSON.parse(refusal.out), refusal.err]).toEqual([
      1,
      { code: 'unknown_customer', message: 'No customer has the address nobody@example.com.' },
      '',
    ]);
  });
});

describe('which Lastro it works on', () => {
  const write = (running: object | string) =>
    writeFile(join(folder, 'running.json'), typeof running === 'string' ? running : JSON.stringify(running));

  test('[R1] the one that runs on DATA_DIR', async () => {
    await write({ pid: 1, port: 1, mode: 'sandbox', databaseUrl: world.db.url, brokerageUrl: '', brokerageToken: '' });
    const { exit, out } = await typeCommand(['clock', 'show', '--json'], { DATA_DIR: folder });
    expect([exit, JSON.parse(out).aheadMs]).toEqual([0, 0]);
  });

  test.each([
    ['nothing runs there', null],
    ['what was left there cannot be read', '{"databaseUrl": "post'],
    ['its database is gone', { databaseUrl: 'postgresql://nobody@127.0.0.1:18499/gone' }],
    ['its socket is gone', { databaseUrl: 'postgresql://nobody@localhost/gone?host=/tmp/no-such-folder' }],
  ])('[R1] it says so plainly when %s', async (_what, running) => {
    await rm(join(folder, 'running.json'), { force: true });
    if (running) await write(running);
    expect(await typeCommand(['treasury', 'show'], { DATA_DIR: folder })).toEqual({
      exit: 1,
      out: '',
      err: `Lastro is not running on ${folder}. Start it with npm start, or name its folder in DATA_DIR.\n`,
    });
  });

  test('[R1] the database in DATABASE_URL, which may not answer, or have no Lastro in it', async () => {
    const away = await typeCommand(['treasury', 'show'], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:18499/gone' });
    expect([away.exit, away.err]).toEqual([1, 'The database in DATABASE_URL does not answer.\n']);
    const empty = world.db.url.replace(/\/test_\w+/, '/postgres');
    const bare = await typeCommand(['treasury', 'show'], { DATABASE_URL: empty });
    expect([bare.exit, bare.err]).toEqual([1, 'There is no Lastro in this database yet.\n']);
  });

  test.each(['clock forward 30d', 'clock show', 'brokerage fault timeout_after'])(
    '[R1] "%s" is refused in production, and where nobody said that it is a sandbox',
    async (line) => {
      const production = await lastroOf(world, { MODE: 'production' })(line);
      expect([production.exit, production.err]).toEqual([1, expect.stringContaining('this Lastro is in production')]);
      const unsaid = await lastroOf(world, { MODE: undefined })(line);
      expect([unsaid.exit, unsaid.err]).toEqual([1, expect.stringContaining('Say MODE=sandbox')]);
    },
  );

  test('[R1] production that runs on DATA_DIR is production whatever the environment says', async () => {
    await write({ mode: 'production', databaseUrl: world.db.url });
    const { exit } = await typeCommand(['clock', 'forward', '1d'], { DATA_DIR: folder, MODE: 'sandbox' });
    const same = await typeCommand(['clock', 'forward', '1d'], {
      DATA_DIR: folder,
      DATABASE_URL: world.db.url,
      MODE: 'sandbox',
    });
    expect([exit, same.exit]).toEqual([1, 1]);
  });
});

describe('the operator’s journal', () => {
  test('[R2] who did what, in the transaction of its effect: a refused action leaves neither', async () => {
    const lastro = lastroOf(world);
    await lastro('treasury fund 5');
    const before = await lastAction(world);
    expect(before).toMatchObject({ operator: 'operator-of-tests', action: 'treasury fund', details: { usd: '5.00' } });
    await lastro('settings set auth.registrations_per_hour -1');
    expect(await lastAction(world)).toEqual(before);
  });

  test('[R2] without LASTRO_OPERATOR it is the user of the machine', async () => {
    await lastroOf(world, { LASTRO_OPERATOR: '' })('books audit');
    expect(await lastAction(world)).toMatchObject({ operator: expect.stringMatching(/^(?!operator-of-tests).+/) });
  });

  test('[R2] what was journalled is never changed', async () => {
    await expect(world.db.query(`UPDATE operator_actions SET operator = 'somebody else'`)).rejects.toThrow(
      /never changed/,
    );
    await expect(world.db.query('DELETE FROM operator_actions')).rejects.toThrow(/never changed/);
  });
});
