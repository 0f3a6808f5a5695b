import { openClient } from '#database/server/clients.ts';
import { printControl } from '../shared/report.ts';
import { runFailovers } from './run-failovers.ts';
import { runRounds } from './run-rounds.ts';
import type { Victim } from './victim.ts';

interface Control {
  name: string;
  /** The kind of death that reveals it. */
  kind: string;
  run: () => Promise<{ findings: string[] }>;
  /** The beginning of the expected finding. */
  finding: string;
}

const rounds = 5;

const controls: Control[] = [
  {
    name: 'a database that answers before it has stored',
    kind: 'database',
    run: () => runRounds({ target: 'database', rounds, prepare: answerBeforeKeeping }),
    finding: 'lost:',
  },
  {
    name: 'a client that retries under a new key',
    kind: 'server',
    run: () => runRounds({ target: 'server', rounds, losesKeys: true }),
    finding: 'twice:',
  },
  {
    name: 'a balance changed behind the ledger’s back',
    kind: 'server',
    run: () => runRounds({ target: 'server', rounds, spoil: changeABalance }),
    finding: 'the books do not balance',
  },
  {
    name: 'a standby that nobody waits for',
    kind: 'failover',
    run: () => runFailovers({ rounds, isAsynchronous: true }),
    finding: 'lost:',
  },
];

/** A test that cannot fail proves nothing: each seeded fault must be found. */
export async function proveControls(kinds: readonly string[]): Promise<boolean> {
  let missed = 0;
  for (const { name, finding, run } of controls.filter(({ kind }) => kinds.includes(kind))) {
    const { findings } = await run();
    const found = findings.find((each) => each.startsWith(finding));
    if (!found) missed++;
    printControl(name, found, findings[0]);
  }
  return missed === 0;
}

/** Commits are answered while they are only in memory. The running server does not notice; a starting one would refuse to run. */
async function answerBeforeKeeping(victim: Victim): Promise<void> {
  await runSql(victim, 'ALTER DATABASE lastro SET synchronous_commit = off');
  await victim.kill('database');
}

async function changeABalance(victim: Victim): Promise<void> {
  await runSql(
    victim,
    'UPDATE ledger.accounts SET balance = balance + 1 WHERE owner = (SELECT owner FROM ledger.accounts ORDER BY owner LIMIT 1)',
  );
}

async function runSql(victim: Victim, statement: string): Promise<void> {
  const client = await openClient({ connectionString: victim.adminUrl() });
  try {
    // Bypasses the triggers that guard the books: this is sabotage.
    await client.query('SET session_replication_role = replica');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
