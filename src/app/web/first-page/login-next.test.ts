import { beforeEach, describe, expect, test } from 'vitest';
import { beginSession, endSession } from '#platform/web/session.ts';
import { shellOf } from '#app/shell-of.ts';
import { isLoginNext } from './login-next.ts';

beforeEach(() => {
  localStorage.clear();
  endSession('logged-out');
});

const go = (address: string) => window.history.replaceState(null, '', address);

describe.each([
  ['/', 'login', 'dashboard'],
  ['/dashboard', 'login', 'dashboard'],
  ['/stake', 'login', 'frame'],
  ['/nowhere', 'login', 'frame'],
  ['/authors', 'login', 'frame'],
  ['/404', 'login', null],
  ['/auth/login', 'login', null],
  ['/auth', null, null],
  ['/auth/register', null, null],
] as const)('%s', (address, outside, inside) => {
  test('[A1] without a session prerenders the login, or nothing for a public screen that renders itself', () => {
    go(address);
    expect(shellOf(address, false)).toBe(outside);
    // A prerendered login is taken over by the login.
    expect(isLoginNext()).toBe(outside === 'login');
  });

  test('[A1] with a session never prerenders the login', () => {
    go(address);
    beginSession('ana-token');
    expect(shellOf(address, true)).toBe(inside);
    expect(isLoginNext()).toBe(false);
  });
});

test("[G5] when a session ended against its customer's wish, the way back is stored before the login is shown", () => {
  beginSession('ana-token');
  localStorage.setItem('uuid', '6f9619ff-8b86-4d01-b42d-00cf4fc964f0');
  endSession('expired');
  go('/stake?dialog=new-stake');
  expect(isLoginNext()).toBe(false);
  go('/auth/login');
  expect(isLoginNext()).toBe(true);
});
