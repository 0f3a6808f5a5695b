import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { unreadPathPart } from './unread-path-part.ts';

test.each(['-', 'correct horse battery', '+5511987654321', undefined])(
  '[P1] anything in the path (%s) is read as a dash, so that no password or phone is passed on',
  (part) => {
    expect(z.parse(unreadPathPart, part)).toBe('-');
  },
);
