import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import type { Database } from '#database/server/database.ts';
import { readLong } from './read-long.ts';
import { type Replica, StillBehind } from '#database/server/replica.ts';

const [primary, standby] = [{} as Database, {} as Database];
const lost = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
const missing = Object.assign(new Error('permission denied'), { code: '42501' });

test.each([
  ['it is away', lost, 0],
  ['it is behind', new StillBehind(), 0],
  ['something is wrong with what is read there', missing, 1],
])('[O2] the primary answers when %s; a fault is logged', async (_, trouble, lines) => {
  const logged: unknown[] = [];
  const log = { error: (line: unknown) => void logged.push(line) };
  const reply = { raw: { headersSent: true }, log } as unknown as FastifyReply;
  const replica = { asOfNow: async () => standby } as Replica;
  const read = async (db: Database): Promise<string> => {
    if (db === standby) throw trouble;
    return 'of the primary';
  };
  expect(await readLong({ db: primary, replica }, reply, read)).toBe('of the primary');
  expect(logged).toHaveLength(lines);
});
