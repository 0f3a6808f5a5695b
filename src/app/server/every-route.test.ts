import fc from 'fast-check';
import type { InjectOptions } from 'light-my-request';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PublishedCall, publishedCalls } from './testing/published-calls.ts';
import { openWorld, type TestInvestor, type World } from './testing/world.ts';

/** What must hold of every call, whatever it is. */
const runs = Number(process.env.FUZZ_RUNS ?? 40);

let world: World;
let ana: TestInvestor;
let calls: PublishedCall[];

beforeAll(async () => {
  world = await openWorld();
  ana = await world.investor({ balance: '500' });
  calls = await publishedCalls(world);
});
afterAll(() => world.close());

describe('every call', () => {
  test('answers whatever is sent with what the contract allows, and never with a fault', async () => {
    const headers = { authorization: ana.token, 'content-type': 'application/json' };
    // A stream has no end to wait for; it takes no input either.
    for (const { method, path, fields } of calls.filter(({ isStream }) => !isStream)) {
      await fc.assert(
        fc.asyncProperty(parameters, parameters, body(fields), async (part, query, payload) => {
          const url = `${path.replace(/\{[^}]+\}/g, () => encodeURIComponent(part) || '-')}?${asQuery(query)}`;
          const asked: InjectOptions = { method, url, headers, ...(method === 'GET' ? {} : { payload }) };
          const answer = await world.ask(asked);
          if (answer.statusCode >= 500 && answer.statusCode !== 503) {
            throw new Error(`${method} ${url} ${payload} was answered ${answer.statusCode}: ${answer.body}`);
          }
          if (answer.statusCode >= 400) {
            expect(answer.json()).toMatchObject({
              code: expect.stringMatching(/^[a-z_]+$/),
              message: expect.any(String),
            });
          }
        }),
        { numRuns: runs },
      );
      ana = await world.investor({ balance: '500' });
      headers.authorization = ana.token;
    }
    expect(await world.audit()).toEqual([]);
    expect(world.logLines.filter((line) => line.includes('"fault"'))).toEqual([]);
  }, 240_000);
});

const parameters = fc.oneof(
  fc.string(),
  fc.uuid(),
  fc.constantFrom('..', '%00', '\u0000', "' OR 1=1", '-1', '9'.repeat(30), '2026-02-30', '0000-00-00T00:00:00Z', 'é'),
);

function asQuery(value: string): string {
  const query = new URLSearchParams();
  for (const name of ['start', 'end', 'tz', 'limit', 'after'])
    if (value.length % 3 !== name.length % 3) query.set(name, value);
  return query.toString();
}

/** JSON of the right fields with wrong values, of any shape, and what is no JSON at all. */
function body(fields: string[]): fc.Arbitrary<string> {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.double(),
    fc.constantFrom(0, -1, 10, 1e21, 10.001, '', '10', true, null, [], {}, 'ana@example.com', '\u0000', 'brl'),
  );
  const shaped = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] });
  return fc.oneof(
    shaped.map((each) => JSON.stringify(each)),
    fc.json(),
    fc.string(),
  );
}
