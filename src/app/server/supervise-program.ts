import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchOver } from '#embedded-postgres/server/watch-over.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { restartBackoffMs } from './restart-backoff-ms.ts';

/** One of our programs: it sends `{ ready: true }` to its parent when it can be used. */
export interface Program {
  name: string;
  file: string;
  /** Additional arguments for Node: how to run TypeScript, in development. */
  nodeArguments: string[];
  environment: Record<string, string | undefined>;
  /** Destination of its log lines. Its stderr always goes to the terminal. */
  output: 'inherit' | number;
  /** How long it may take to end when asked to. */
  patienceMs?: number;
  /** The user it runs as, when started by root. */
  user?: { uid: number; gid: number };
}

export interface Supervised<Ready> {
  /** The message with which the program first reported that it was ready. */
  ready: Promise<Ready>;
  /** Development only: runs the program's newest source. */
  restart(): void;
  stop(): Promise<void>;
}

/** A program that stayed ready this long failed for a new reason, and is restarted with the shortest delay. */
const stableMs = 1_000;
/** A program that has never been ready has a fault that retrying does not mend. */
const triesBeforeFirstReady = 4;
const defaultPatienceMs = 10_000;
/** How long a program may go on after we are gone. */
const orphanSeconds = 10;

/** Keeps a program running until stopped: whatever ends it, it is restarted, after ever longer delays. */
export function superviseProgram<Ready>(program: Program, log: (line: string) => void): Supervised<Ready> {
  let child: ChildProcess | null = null;
  let isStopping = false;

  async function keepRunning(wasReady: (said: Ready) => void): Promise<void> {
    let timesReady = 0;
    let readyAt = Infinity;
    for (let failures = 0; !isStopping; await sleep(restartBackoffMs(failures))) {
      readyAt = Infinity;
      child = startProgram(program);
      child.on('message', (message) => {
        if (!isReady(message)) return;
        readyAt = Date.now();
        if (timesReady++ > 0) log(`${program.name} is back`);
        wasReady(message as Ready);
      });
      const ending = await endOf(child);
      if (isStopping) return;
      failures = Date.now() - readyAt > stableMs ? 1 : failures + 1;
      if (timesReady === 0 && failures >= triesBeforeFirstReady) {
        throw new PlainFailure(`${program.name} does not start; see its last output above.`);
      }
      log(`${program.name} ended (${ending}); starting it again`);
    }
  }

  return {
    ready: new Promise((resolve, reject) => void keepRunning(resolve).catch(reject)),
    restart: () => child?.kill('SIGTERM'),
    stop: async () => {
      isStopping = true;
      if (child) await endGently(child, program.patienceMs ?? defaultPatienceMs);
    },
  };
}

function startProgram({ file, nodeArguments, environment, output, user }: Program): ChildProcess {
  const child = fork(file, [], {
    execArgv: nodeArguments,
    env: { ...process.env, ...environment },
    stdio: ['ignore', output, 'inherit', 'ipc'],
    // A session of its own: Ctrl+C in the terminal is for the launcher, which stops the programs in order.
    detached: process.platform !== 'win32',
    ...user,
  });
  // The child ends automatically when its channel to us closes, unless it hangs.
  watchOver(child, { signal: 'TERM', folder: null, killAfterSeconds: orphanSeconds });
  return child;
}

async function endGently(child: ChildProcess, patienceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const gone = await Promise.race([ended, sleep(patienceMs, null, { ref: false })]);
  if (gone) return;
  child.kill('SIGKILL');
  await ended;
}

async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return signal ?? `code ${code}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && (message as { ready?: unknown }).ready === true;
}
