import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a client can know: what was sent under which key, and the answer. */
export interface Acknowledged {
  kind: 'deposit' | 'stake' | 'cancellation';
  key: string;
  id: string;
  /** The change of the balance once settled, in cents. */
  cents: number;
  path: string;
  body: object;
  /** When it was first sent and when it was answered, in milliseconds since 1970. */
  sentAt: number;
  answeredAt: number;
}

export interface Figures {
  acknowledged: number;
  repeated: number;
  interrupted: number;
  unavailable: number;
  /** The status and code of each answer that told the client to wait. */
  whyUnavailable: string[];
  /** The longest time until a single call was answered. */
  slowestMs: number;
  faults: string[];
}

interface Sent {
  kind: Acknowledged['kind'];
  path: string;
  body: object;
}

/** A customer with a well-behaved client: it stores the key of each request and retries with the same key until there is an answer. */
export class Investor {
  readonly acknowledged: Acknowledged[] = [];
  readonly figures: Figures = {
    acknowledged: 0,
    repeated: 0,
    interrupted: 0,
    unavailable: 0,
    whyUnavailable: [],
    slowestMs: 0,
    faults: [],
  };
  readonly #address: string;
  readonly #losesKeys: boolean;
  #login = { email: '', password: '' };
  #token = '';
  #uuid = '';
  #isWorking = false;

  constructor(address: string, losesKeys: boolean) {
    this.#address = address;
    this.#losesKeys = losesKeys;
  }

  /** The token for requesting this customer's event stream. */
  get token(): string {
    return this.#token;
  }

  async logIn(email: string, password: string): Promise<void> {
    this.#login = { email, password };
    await this.#comeIn();
    this.#uuid = ((await this.get('/api/user')) as { Uuid: string }).Uuid;
  }

  /** Whom the operator created accepts the terms themselves. */
  async acceptTerms(): Promise<void> {
    await this.#require('POST', '/auth/terms/accept', { terms: true });
  }

  async #comeIn(): Promise<void> {
    this.#token = '';
    this.#token = ((await this.#require('POST', '/auth', this.#login)) as { token: string }).token;
  }

  /** Retries answered calls under their keys and returns complaints: the answers must be the same and nothing else may happen. */
  async replay(most: number): Promise<string[]> {
    const complaints: string[] = [];
    for (const { kind, key, id, path, body } of this.acknowledged.slice(-most)) {
      const answer = await this.#send('POST', path, body, key);
      const again = (await answer?.json().catch(() => null)) as { Id?: string } | null;
      if (again?.Id !== id || answer?.headers.get('idempotency-replayed') !== 'true')
        complaints.push(
          `not replayed: ${kind} ${id} sent again under its key was answered ${answer?.status} ${again?.Id}`,
        );
    }
    return complaints;
  }

  get(path: string): Promise<unknown> {
    return this.#require('GET', path);
  }

  /** Returns the source of a long query's answer, as its header states, or the status if it failed. */
  async readFrom(figure: string): Promise<string> {
    const answer = await this.#send('GET', `/api/explanations/${this.#uuid}/${figure}`);
    await answer?.arrayBuffer().catch(() => null);
    return answer?.ok ? (answer.headers.get('data-source') ?? 'primary').replace(/;.*/, '') : String(answer?.status);
  }

  /** Reads every page of a list. */
  async list<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let next: string | undefined = `${path}?limit=500`; next;) {
      const answer = await this.#send('GET', next);
      if (answer?.status === 401) {
        await this.#comeIn();
        continue;
      }
      if (answer?.status !== 200) throw new Error(`GET ${path} was answered ${answer?.status}`);
      rows.push(...((await answer.json()) as Row[]));
      const link: string = answer.headers.get('link') ?? '';
      next = /<([^>]+)>;\s*rel="?next/.exec(link)?.[1]?.replace(/^https?:\/\/[^/]+/, '');
    }
    return rows;
  }

  async deposit(dollars: number): Promise<void> {
    await this.#until({
      kind: 'deposit',
      path: '/api/deposit',
      body: { amount: dollars, user: this.#uuid, currency: 'usdt' },
    });
  }

  /** Brings money, opens stakes and occasionally cancels one, until stopped. */
  async work(): Promise<void> {
    this.#isWorking = true;
    const running: string[] = [];
    while (this.#isWorking) {
      const dice = Math.random();
      const toCancel = dice < 0.15 ? running.shift() : undefined;
      if (toCancel) await this.#until({ kind: 'cancellation', path: `/api/stake/${toCancel}`, body: {} });
      else if (dice < 0.5) await this.deposit(1 + Math.floor(Math.random() * 20));
      else {
        const id = await this.#until({ kind: 'stake', path: '/api/stake', body: { amount: 10, time_stake: 30 } });
        if (id) running.push(id);
      }
    }
  }

  rest(): void {
    this.#isWorking = false;
  }

  /** Retries until there is a definite answer; null if that is a refusal. */
  async #until(sent: Sent): Promise<string | null> {
    let key = randomUUID();
    const sentAt = Date.now();
    for (let tries = 0; ; tries++) {
      const startedAt = performance.now();
      const answer = await this.#send('POST', sent.path, sent.body, key);
      this.figures.slowestMs = Math.max(this.figures.slowestMs, performance.now() - startedAt);
      const body = (await answer?.json().catch(() => null)) as { Id: string; code?: string; Refund?: number } | null;
      if (!answer || !body) this.figures.interrupted++;
      else if (answer.status === 200 || answer.status === 201) return this.#record(sent, key, body, { tries, sentAt });
      else if (answer.status >= 500) this.#note(answer.status, sent.path, body.code);
      else if (answer.status === 401) await this.#comeIn();
      else if (body.code !== 'idempotency_in_progress' && answer.status !== 429) return null;
      if (this.#losesKeys) key = randomUUID();
      await sleep(50);
    }
  }

  #record(
    { kind, path, body }: Sent,
    key: string,
    answer: { Id: string; Refund?: number },
    { tries, sentAt }: { tries: number; sentAt: number },
  ): string {
    const amount = (body as { amount?: number }).amount ?? 0;
    const dollars = kind === 'cancellation' ? (answer.Refund ?? 0) : kind === 'stake' ? -amount : amount;
    const [id, cents] = [answer.Id, Math.round(dollars * 100)];
    this.acknowledged.push({ kind, key, id, cents, path, body, sentAt, answeredAt: Date.now() });
    this.figures.acknowledged++;
    if (tries > 0) this.figures.repeated++;
    return answer.Id;
  }

  #note(status: number, path: string, code = ''): void {
    this.figures.unavailable++;
    this.figures.whyUnavailable.push(`${status} ${code}`);
    if (status !== 503) this.figures.faults.push(`${status} ${code} for ${path.replace(/[0-9a-f-]{36}/, ':id')}`);
  }

  async #require(method: string, path: string, body?: object): Promise<unknown> {
    for (let tries = 0; tries < 100; tries++) {
      const answer = await this.#send(method, path, body);
      if (answer?.ok) return answer.status === 204 ? null : answer.json();
      if (answer && answer.status < 500 && answer.status !== 429)
        throw new Error(`${method} ${path} was answered ${answer.status}`);
      await sleep(100);
    }
    throw new Error(`${method} ${path} was never answered`);
  }

  #send(method: string, path: string, body?: object, key?: string): Promise<Response | null> {
    const headers = {
      ...(this.#token && { Authorization: this.#token }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
    };
    const content = body ? { body: JSON.stringify(body) } : {};
    return fetch(`${this.#address}${path}`, { method, headers, ...content, signal: AbortSignal.timeout(30_000) }).catch(
      () => null,
    );
  }
}
