import { expect, test } from 'vitest';
import { licenceDays } from './licence-days.ts';

test('[C3] a licence runs for thirty days', () => {
  expect(licenceDays).toBe(30);
});
