import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchOver } from '#embedded-postgres/server/watch-over.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { restartBackoffMs } from './restart-backoff-ms.ts';

/** One of our programs: it says `{ ready: true }` to its parent when it can be used. */
export interface Program {
  name: string;
  file: string;
  /** What Node is told besides: how to run TypeScript, in development. */
  nodeArguments: string[];
  environment: Record<string, string | undefined>;
  /** Where its log lines go. Its last words always go to the terminal. */
  output: 'inherit' | number;
  /** How long it may take to end when asked. */
  patienceMs?: number;
  /** Whom it runs as, where root starts it. */
  user?: { uid: number; gid: number };
}

export interface Supervised<Ready> {
  /** What the program said when it was ready for the first time. */
  ready: Promise<Ready>;
  /** Development: runs the program's newest source. */
  restart(): void;
  stop(): Promise<void>;
}

/** A program that was of use for this long failed for a new reason, and is started again without delay. */
const stableMs = 1_000;
/** A program that has never been ready is wrong in a way that trying again does not mend. */
const triesBeforeFirstReady = 4;
const defaultPatienceMs = 10_000;
/** What a program may still do when we are gone. */
const orphanSeconds = 10;

/** Keeps a program running until it is stopped: whatever ends it, it is started again, later each time. */
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
        throw new PlainFailure(`${program.name} does not start; its last words are above.`);
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
    // Its own session: Ctrl+C in the terminal is for the launcher, which stops the programs in order.
    detached: process.platform !== 'win32',
    ...user,
  });
  // It ends by itself when its channel to us closes, unless it can do nothing any more.
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
