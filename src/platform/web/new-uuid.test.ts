import { expect, test } from 'vitest';
import { newUuid } from './new-uuid.ts';

test('[L13] a UUID of version 4, another one each time, on a page that came by plain http too', () => {
  const own = Object.getOwnPropertyDescriptor(Crypto.prototype, 'randomUUID');
  Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
  try {
    const made = Array.from({ length: 1_000 }, newUuid);
    expect(made.filter((id) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toEqual(
      [],
    );
    expect(new Set(made).size).toBe(1_000);
  } finally {
    if (own) Object.defineProperty(Crypto.prototype, 'randomUUID', own);
  }
});
