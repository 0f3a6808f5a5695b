import { beforeEach, expect, test } from 'vitest';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { loadTexts } from '../load-texts.ts';
import { Join } from './mailed-link.tsx';

beforeEach(() => {
  answerNetwork();
});

const token = 'a'.repeat(43);

test.each([
  [`#${token}/nara%2Bc%40example.com`, 'nara+c@example.com'],
  [`#${token}`, ''],
  [`#${token}/%E0%A4%A`, ''],
])(
  '[R2] an invitation link %s tells the password manager whose password is chosen, and the address bar nothing',
  async (hash, email) => {
    window.history.replaceState(null, '', `/join${hash}`);
    await show(<Join />, { load: loadTexts });
    const account = () => document.querySelector<HTMLInputElement>('form input[autocomplete=username]');
    await expect.poll(() => account()?.value).toBe(email);
    expect(window.location.href).not.toContain('#');
    expect(document.querySelector('input[type=password]')).not.toBeNull();
  },
);
