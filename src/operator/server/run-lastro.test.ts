import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
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

describe('command syntax', () => {
  test('[R1] without a command, lists all of them with exit code 2', async () => {
    const { exit, out, err } = await typeCommand([], {});
    expect([exit, out]).toEqual([2, '']);
    for (const name of ['customer create', 'treasury fund USD', 'books audit', 'clock forward SPAN']) {
      expect(err).toContain(`\n  ${name}`);
    }
  });

  test.each(['help', '--help', 'treasury fund --help'])('[R1] %s lists them too, with exit code 0', async (asked) => {
    const { exit, out } = await typeCommand(asked.split(' '), {});
    expect([exit, out.includes('settings set KEY VALUE')]).toEqual([0, true]);
  });

  test.each([
    ['treasury empty', 'There is no command "treasury empty".'],
    ['treasury fund', 'Usage: lastro treasury fund USD'],
    ['treasury fund 1 2', 'Usage: lastro treasury fund USD'],
    ['customer create --email a@example.com', 'Missing: --name, --phone, --birth, --password.'],
  ])('[R1] rejects "%s" as a usage error', async (line, sentence) => {
    expect(await lastroOf(world)(line)).toEqual({ exit: 2, out: '', err: `${sentence}\n` });
  });

  const code = 'promocode create TEN --from 2030-01-01 --until 2030-12-31 --each 1';
  test.each([
    [`${code} --points -5 --uses 1 --min 0`, 'points: A number above 0 and up to 1000, with at most 2 decimals.'],
    [`${code} --points=-5 --uses 1 --min 0`, 'points: A number above 0 and up to 1000, with at most 2 decimals.'],
    [`${code} --points 5 --uses -1 --min 0`, 'uses: A number above 0 and up to 1000000, with at most 0 decimals.'],
    [
      `${code} --points 5 --uses 1 --min -0.5`,
      'min: Not an amount: use dollars and cents, such as 250000 or 99.50, at most 1000000000.',
    ],
    ['treasury fund -5', 'usd: Not an amount: use dollars and cents, such as 250000 or 99.50, at most 1000000000.'],
    ['treasury fund -- -5', 'usd: Not an amount: use dollars and cents, such as 250000 or 99.50, at most 1000000000.'],
    ['treasury fund -.5', 'usd: Not an amount: use dollars and cents, such as 250000 or 99.50, at most 1000000000.'],
    ['clock forward -30d', 'Not a duration: -30d. Use days, hours, minutes or seconds, such as 30d.'],
    ['brokerage fault refuse --times -1', 'times: A number above 0 and up to 1000000'],
    ['treasury show --loudly', 'There is no option --loudly here.'],
    ['treasury show -l', 'There is no option -l.'],
    [`${code} --points 5 --points 6 --uses 1 --min 0`, '--points is given twice.'],
    [`${code} --uses 1 --min 0 --points`, '--points needs a value.'],
    [`${code} --points --uses 1 --min 0`, '--points needs a value.'],
  ])('[R1] "%s" gets an error message of our own', async (line, sentence) => {
    const { exit, out, err } = await lastroOf(world)(line);
    expect([exit, out, err.startsWith(sentence)]).toEqual([2, '', true]);
  });

  test('[R1] a setting that cannot be negative says so', async () => {
    const { exit, err } = await lastroOf(world)('settings set wallet.withdrawal_limit_usd -5');
    expect([exit, err]).toEqual([1, expect.stringMatching(/^wallet\.withdrawal_limit_usd cannot be -5\. /)]);
  });

  test('[R1] an incomplete command lists all of them', async () => {
    const { exit, err } = await lastroOf(world)('treasury');
    expect([exit, err]).toEqual([2, expect.stringMatching(/^There is no command "treasury"\.\n\nUsage: /)]);
  });

  test('[R1] an unknown option is a usage error', async () => {
    const { exit, err } = await lastroOf(world)('treasury show --loudly');
    expect(exit).toBe(2);
    expect(err).toContain('--loudly');
  });

  test.each(['--json treasury show', 'treasury --json show', 'treasury show --json'])(
    '[R1] "%s": --json is accepted in any place',
    async (line) => {
      const { exit, out } = await lastroOf(world)(line);
      expect([exit, JSON.parse(out)]).toMatchObject([0, { treasury: 1_000_000 }]);
    },
  );

  test('[R1] with --json, usage errors and refusals are JSON', async () => {
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

describe('which installation it works on', () => {
  const write = (running: object | string) =>
    writeFile(join(folder, 'running.json'), typeof running === 'string' ? running : JSON.stringify(running));

  test('[R1] the one running on DATA_DIR', async () => {
    await write({ pid: 1, port: 1, mode: 'sandbox', brokerageUrl: '' });
    const keys = JSON.stringify({ databaseUrl: world.db.url, brokerageToken: '' });
    await writeFile(join(folder, 'running-keys.json'), keys);
    const { exit, out } = await typeCommand(['clock', 'show', '--json'], { DATA_DIR: folder });
    expect([exit, JSON.parse(out).aheadMs]).toEqual([0, 0]);
  });

  test.each([
    ['nothing runs there', null],
    ['what was left there cannot be read', '{"databaseUrl": "post'],
    ['its database is gone', { databaseUrl: 'postgresql://nobody@127.0.0.1:18499/gone' }],
    ['its socket is gone', { databaseUrl: 'postgresql://nobody@localhost/gone?host=/tmp/no-such-folder' }],
  ])('[R1] reports plainly when %s', async (_what, running) => {
    for (const name of ['running.json', 'running-keys.json']) await rm(join(folder, name), { force: true });
    if (running) await write(running);
    expect(await typeCommand(['treasury', 'show'], { DATA_DIR: folder })).toEqual({
      exit: 1,
      out: '',
      err: `Lastro is not running on ${folder}. Start it with npm start, or set DATA_DIR to its folder.\n`,
    });
  });

  test('[R1] the database in DATABASE_URL, which may be unreachable or contain no Lastro', async () => {
    const away = await typeCommand(['treasury', 'show'], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:18499/gone' });
    expect([away.exit, away.err]).toEqual([1, 'The database in DATABASE_URL is not responding.\n']);
    const empty = world.db.url.replace(/\/test_\w+/, '/postgres');
    const bare = await typeCommand(['treasury', 'show'], { DATABASE_URL: empty });
    expect([bare.exit, bare.err]).toEqual([1, 'There is no Lastro in this database yet.\n']);
  });
});

describe('the operator’s journal', () => {
  test('[R2] an action is journalled in the transaction of its effect: a refused one leaves neither', async () => {
    const lastro = lastroOf(world);
    await lastro('treasury fund 5');
    const before = await lastAction(world);
    expect(before).toMatchObject({ operator: 'operator-of-tests', action: 'treasury fund', details: { usd: '5.00' } });
    await lastro('settings set auth.registrations_per_hour -1');
    expect(await lastAction(world)).toEqual(before);
  });

  test('[R2] without LASTRO_OPERATOR the operator is the system user', async () => {
    await lastroOf(world, { LASTRO_OPERATOR: '' })('books audit');
    expect(await lastAction(world)).toMatchObject({ operator: expect.stringMatching(/^(?!operator-of-tests).+/) });
  });

  test('[R2] journal rows are never changed or deleted', async () => {
    await expect(world.db.query(`UPDATE actions SET operator = 'somebody else'`)).rejects.toThrow(/permission denied/);
    await expect(world.db.query('DELETE FROM actions')).rejects.toThrow(/permission denied/);
  });
});
