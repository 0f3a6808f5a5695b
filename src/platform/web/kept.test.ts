import { afterEach, expect, test, vi } from 'vitest';
import { keptHere, keptInTab } from './kept.ts';

afterEach(() => {
  vi.restoreAllMocks();
  for (const kept of [keptHere, keptInTab]) kept.write('n', null);
});

function refuse(...calls: ('getItem' | 'setItem' | 'removeItem')[]): void {
  for (const call of calls)
    vi.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
}

test.each([
  ['local', keptHere],
  ['session', keptInTab],
])('[L13] what %s storage refuses is kept for the life of the page', (_, kept) => {
  refuse('getItem', 'setItem', 'removeItem');
  expect(kept.write('n', 'one')).toBe(false);
  expect(kept.read('n')).toBe('one');
  expect(kept.names()).toContain('n');
  kept.write('n', null);
  expect(kept.read('n')).toBeNull();
  expect(kept.names()).not.toContain('n');
});

test('[L13] a storage that is absent is one that refuses', () => {
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue(null as unknown as Storage);
  expect(keptHere.write('n', 'one')).toBe(false);
  expect(keptHere.read('n')).toBe('one');
  expect(keptHere.names()).toEqual(['n']);
});

test('[L13] a full storage does not bring back what was there before', () => {
  keptHere.write('n', 'old');
  refuse('setItem');
  keptHere.write('n', 'new');
  expect(keptHere.read('n')).toBe('new');
  expect(keptHere.names().filter((name) => name === 'n')).toHaveLength(1);
});

test('[L13] what another tab stored or removed after a refusal is newer', () => {
  refuse('setItem');
  keptHere.write('n', 'here');
  vi.restoreAllMocks();
  localStorage.setItem('n', 'there');
  window.dispatchEvent(new StorageEvent('storage', { key: 'other', storageArea: localStorage }));
  expect(keptHere.read('n')).toBe('here');
  window.dispatchEvent(new StorageEvent('storage', { key: 'n', storageArea: localStorage }));
  expect(keptHere.read('n')).toBe('there');
});
