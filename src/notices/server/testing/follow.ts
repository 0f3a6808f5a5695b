import { setTimeout as pause } from 'node:timers/promises';

/** A browser following one server's stream. */
export interface Follower {
  status: number;
  headers: Headers;
  /** The events so far, with their topics and, for a greeting, how long nothing has changed. */
  events: { name: string; topics: string[]; quietMs: number; at: number }[];
  isOver(): boolean;
  /** Waits until the condition holds and returns how many milliseconds that took. */
  until(what: (follower: Follower) => boolean, withinMs?: number): Promise<number>;
  leave(): void;
}

export async function follow(address: string, token: string): Promise<Follower> {
  const leaving = new AbortController();
  const answer = await fetch(`${address}/api/events`, { headers: { authorization: token }, signal: leaving.signal });
  let isOver = false;
  const follower: Follower = {
    status: answer.status,
    headers: answer.headers,
    events: [],
    isOver: () => isOver,
    until: async (what, withinMs = 30_000) => {
      const began = performance.now();
      while (!what(follower)) {
        if (performance.now() - began > withinMs)
          throw new Error(`it did not come: ${JSON.stringify(follower.events)}`);
        await pause(5);
      }
      return performance.now() - began;
    },
    leave: () => leaving.abort(),
  };
  void readAll(answer, follower)
    .catch(() => {})
    .finally(() => (isOver = true));
  return follower;
}

async function readAll(answer: Response, follower: Follower): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) note(block, follower);
  }
}

function note(block: string, { events }: Follower): void {
  const name = /^event: (.+)$/m.exec(block)?.[1];
  const data = /^data: (.+)$/m.exec(block)?.[1];
  const { topics = [], quietMs = 0 } = JSON.parse(data ?? '{}') as { topics?: string[]; quietMs?: number };
  if (name) events.push({ name, topics, quietMs, at: performance.now() });
}

export const isGreeted = ({ events }: Follower): boolean => events.some(({ name }) => name === 'hello');

export function countChanges(topic: string): (follower: Follower) => number {
  return ({ events }) => events.filter(({ name, topics }) => name === 'changed' && topics.includes(topic)).length;
}
