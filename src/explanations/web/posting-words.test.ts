import { expect, test } from 'vitest';
import { knownKinds } from '#ledger/kinds.ts';
import { wordOfKind } from './posting-words.ts';

test('[H4] every posting of a customer is called by what it is; only the house’s own have no words', () => {
  const nameless = knownKinds.filter((kind) => wordOfKind(kind) === 'other');
  expect(nameless.filter((kind) => !/^(treasury|taxes)_/.test(kind))).toEqual([]);
});
