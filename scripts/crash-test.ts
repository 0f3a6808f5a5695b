import { parseArgs } from 'node:util';
import { proveControls } from './crash/prove-controls.ts';
import { runRounds } from './crash/run-rounds.ts';
import { targets, type Target } from './crash/victim.ts';

/**
 * `npm run crash-test -- --rounds 20`: kill -9 under load, of the server, of the database, of both, and of everything at
 * once with `npm start` after it. Then every deposit, stake and cancellation that was answered must be there, none twice,
 * and the books must balance. `--control` shows that this test can fail: the same run with a seeded fault must find it.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    only: { type: 'string' },
    control: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const only = values.only as Target | undefined;
if (!Number.isInteger(rounds) || rounds < 1 || (only && !targets.includes(only))) {
  process.stderr.write(`Usage: npm run crash-test -- [--rounds N] [--only ${targets.join('|')}] [--control]\n`);
  process.exit(2);
}

const isGood = values.control ? await proveControls() : await proveEach(only ? [only] : targets);
process.exit(isGood ? 0 : 1);

async function proveEach(wanted: readonly Target[]): Promise<boolean> {
  let complaints = 0;
  for (const target of wanted) {
    const outcome = await runRounds({ target, rounds });
    process.stdout.write(`${outcome.figures}\n${outcome.findings.map((finding) => `  ! ${finding}\n`).join('')}`);
    complaints += outcome.findings.length;
  }
  process.stdout.write(
    complaints === 0 ? 'Nothing was lost, nothing happened twice, the books balance.\n' : `${complaints} findings.\n`,
  );
  return complaints === 0;
}
