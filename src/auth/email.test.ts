import { expect, test } from 'vitest';
import { normaliseEmail } from './email.ts';

test.each(['ana@example.com', ' Ana@Example.COM\t', 'ANA@EXAMPLE.COM'])(
  "[A2] “%s” normalises to the same customer's address",
  (typed) => {
    expect(normaliseEmail(typed)).toBe('ana@example.com');
  },
);
