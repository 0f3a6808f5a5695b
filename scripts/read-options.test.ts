import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { code, complain, read, root, shown } from './tidy-sources.ts';
import { describeUsage, flag, oneOf, parseOptions, positiveNumber, someOf, text, wholeNumber } from './read-options.ts';

const usage = {
  command: 'npm run try --',
  does: 'Tries something.',
  arguments: { folder: text('FOLDER', 'where', 'here'), kinds: someOf(['storms', 'races'], 'what is tried') },
  options: {
    rounds: wholeNumber('of each', { to: 100, fallback: 3 }),
    minutes: positiveNumber('after which it ends', Infinity),
    size: oneOf(['full', 'small'], 'how large', 'full'),
    only: someOf(['a', 'b', 'c'], 'parts'),
    control: flag('finds a seeded fault'),
  },
};
const standard = {
  folder: 'here',
  kinds: ['storms', 'races'],
  rounds: 3,
  minutes: Infinity,
  size: 'full',
  only: ['a', 'b', 'c'],
  control: false,
};

describe('the options of a command', () => {
  test.each([
    [[], {}],
    [['--rounds', '7', '--control'], { rounds: 7, control: true }],
    [['--rounds=100', '--minutes', '0.5'], { rounds: 100, minutes: 0.5 }],
    [['--only', 'c,a', '--size', 'small'], { only: ['c', 'a'], size: 'small' }],
    [['there', '--control'], { folder: 'there', control: true }],
    [['there', 'races', 'storms'], { folder: 'there', kinds: ['races', 'storms'] }],
    [['there', 'races,storms'], { folder: 'there', kinds: ['races', 'storms'] }],
  ])('%j are read, and the others have their defaults', (args, given) => {
    expect(parseOptions(usage, args)).toEqual({ values: { ...standard, ...given } });
  });

  test.each([
    [['--round', '7'], `Unknown option '--round'.`],
    [['-x'], `Unknown option '-x'.`],
    [['--rounds'], `Option '--rounds <value>' argument missing.`],
    [['--rounds', '0'], `--rounds takes a whole number from 1 to 100, not '0'.`],
    [['--rounds', '101'], `--rounds takes a whole number from 1 to 100, not '101'.`],
    [['--rounds', '1.5'], `--rounds takes a whole number from 1 to 100, not '1.5'.`],
    [['--rounds', '1e1'], `--rounds takes a whole number from 1 to 100, not '1e1'.`],
    [['--rounds='], `--rounds takes a whole number from 1 to 100, not ''.`],
    [['--minutes', '0'], `--minutes takes a number above zero, not '0'.`],
    [['--minutes', 'Infinity'], `--minutes takes a number above zero, not 'Infinity'.`],
    [['--size', 'huge'], `--size takes one of full, small, not 'huge'.`],
    [['--only', 'a,d'], `--only takes one of a, b, c, not 'a,d'.`],
    [['--control=yes'], `Option '--control' does not take an argument.`],
    [['there', 'calm'], `KINDS takes one of storms, races, not 'calm'.`],
  ])('%j are refused, with what is wanted instead', (args, problem) => {
    expect(parseOptions(usage, args)).toEqual({ problem });
  });

  test('an argument too many is refused', () => {
    expect(parseOptions({ command: 'npm test', does: '' }, ['src'])).toEqual({ problem: `Unexpected argument 'src'.` });
  });

  test.each(['--help', '-h'])('%s asks how the command is used, whatever else is right', (help) => {
    expect(parseOptions(usage, [help, '--rounds', '3'])).toEqual({ isHelp: true });
  });

  test('the usage shows each option, what it means and its default', () => {
    expect(describeUsage(usage)).toBe(
      [
        'Usage: npm run try -- [FOLDER] [storms|races…] [--rounds N] [--minutes N] [--size full|small] [--only a|b|c] [--control]',
        'Tries something.',
        '  FOLDER             where (default: here)',
        '  storms|races…      what is tried',
        '  --rounds N         of each (default: 3)',
        '  --minutes N        after which it ends',
        '  --size full|small  how large (default: full)',
        '  --only a|b|c       parts',
        '  --control          finds a seeded fault',
        '',
      ].join('\n'),
    );
    expect(describeUsage({ command: 'npm run check --', does: 'Checks.' })).toBe('Usage: npm run check\nChecks.\n');
  });
});

describe('every command', () => {
  const { scripts } = JSON.parse(read(join(root, 'package.json'))) as { scripts: Record<string, string> };
  /** `start` is refused in begin.mjs, and `lastro` has a command line of its own. */
  const commands = Object.keys(scripts).filter((command) => command !== 'lastro');

  test('declares its options in one place, which reads them', () => {
    const declares = (command: string): boolean =>
      [`scripts/${command}.ts`, `tools/${command}.ts`].some(
        (file) => existsSync(join(root, file)) && read(join(root, file)).includes('readOptions('),
      );
    expect(commands.filter((command) => command !== 'start' && !declares(command))).toEqual([]);
    // The two are started by the measurements, with an address.
    const own = /^scripts\/(read-options(\.test)?\.ts|begin\.mjs)$|^bench\/harness\/(audit-once|bare-server)\.ts$/;
    const programs = code.filter((file) => /^(scripts|tools|bench)\//.test(shown(file)) && !own.test(shown(file)));
    expect(complain(programs, /process\.argv|parseArgs/, 'reads arguments by itself')).toEqual([]);
  });

  test.each(['start', 'fuzz', 'quick'])(
    '%s ends with the usage and 2 for an unknown option, and does nothing',
    (command) => {
      const { status, stdout, stderr } = begin(command, '--nonsense');
      expect(stderr).toMatch(/^Unknown option '--nonsense'\.\nUsage: npm /);
      expect([status, stdout]).toEqual([2, '']);
    },
  );

  test('quick refuses what is no commit', () => {
    const { status, stderr } = begin('quick', 'no-such-commit');
    expect([status, stderr.split('\n')[0]]).toEqual([2, `COMMIT takes a commit, not 'no-such-commit'.`]);
  });

  test('--help prints the usage', () => {
    const { status, stdout } = begin('fuzz', '--help');
    expect([status, stdout]).toEqual([0, expect.stringContaining('[--runs N]')]);
  });

  function begin(...args: string[]) {
    return spawnSync(process.execPath, [join(root, 'scripts/begin.mjs'), ...args], { encoding: 'utf8' });
  }
});
