import { expect, test } from 'vitest';
import { declareRefusals, Refusal } from './refusal.ts';

const { refuse, codes, folder } = declareRefusals('shop', { closed: 409, too_many: 429 });

test('a refusal carries its message, status, values and when to retry', () => {
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

test('a refusal without values has none, nor a time to retry', () => {
  expect(refuse('closed').values).toEqual({});
  expect(refuse('closed').retryAfterSeconds).toBeUndefined();
});
