import { expect, test } from 'vitest';
import { declareRefusals, Refusal } from './refusal.ts';

const { refuse, codes, folder } = declareRefusals('shop', { closed: 409, too_many: 429 });

test('a refusal knows its words, its status, what the words need and when to try again', () => {
  expect([folder, codes]).toEqual(['shop', { closed: 409, too_many: 429 }]);
  const refusal = refuse('too_many', { left: 0 }, 30);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({
    name: 'Refusal',
    message: 'shop.too_many',
    folder: 'shop',
    code: 'too_many',
    status: 429,
    values: { left: 0 },
    retryAfterSeconds: 30,
  });
});

test('one that needs nothing says nothing more, nor when to try again', () => {
  expect(refuse('closed').values).toEqual({});
  expect(refuse('closed').retryAfterSeconds).toBeUndefined();
});
