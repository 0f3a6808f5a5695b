import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram } from '#testing/server/built-program.ts';
import { type BrokerageBookPage, type BrokerageRequest, brokeragePaths } from '#wallet/brokerage-contract.ts';
import { type FaultRequest } from '../../contract.ts';

export const sandboxToken = 'sandbox-test-token';

/** The sandbox brokerage as tests see it: a separate program, reached over HTTP only. */
export interface RunningSandbox {
  url: string;
  child: ChildProcess;
  call(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Response>;
  send(request: BrokerageRequest): Promise<Response>;
  arm(fault: FaultRequest): Promise<void>;
  heal(): Promise<void>;
  book(): Promise<BrokerageBookPage['transfers']>;
  log(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** @param program passed where no test run has built one */
export async function startSandbox(dataDir: string, port = 0, program = builtProgram): Promise<RunningSandbox> {
  const child = fork(program('sandbox'), {
    execArgv: [],
    env: { ...process.env, DATA_DIR: dataDir, BROKERAGE_TOKEN: sandboxToken, SANDBOX_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const started = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)]);
  if (!started) throw new Error(`the sandbox on ${dataDir} did not start`);
  return speakTo(child, `http://127.0.0.1:${(started[0] as { port: number }).port}`);
}

function speakTo(child: ChildProcess, url: string): RunningSandbox {
  let said = '';
  child.stdout?.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const call: RunningSandbox['call'] = (method, path, { body, headers } = {}) =>
    fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${sandboxToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    url,
    child,
    call,
    send: (body) => call('POST', brokeragePaths.transfers, { body, headers: { 'idempotency-key': body.reference } }),
    arm: async (body) => requireOk(await call('POST', '/sandbox/faults', { body })),
    heal: async () => requireOk(await call('DELETE', '/sandbox/faults')),
    book: async () => {
      const page = await call('GET', `${brokeragePaths.transfers}?limit=1000`);
      return ((await page.json()) as BrokerageBookPage).transfers;
    },
    log: () => said,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

function requireOk(answer: Response): void {
  if (!answer.ok) throw new Error(`the sandbox refused: ${answer.status}`);
}
