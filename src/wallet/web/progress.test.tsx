import { beforeEach, expect, test, vi } from 'vitest';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listTransfers } from '../contract.ts';
import { DepositProgress } from './deposit-progress.tsx';
import { depositOf } from './testing/transfers.ts';
import { WithdrawProgress } from './withdraw-progress.tsx';

beforeEach(() => void vi.restoreAllMocks());

const noop = () => undefined;
const text = () => document.body.textContent?.replaceAll('\u00a0', ' ');

const forms = [
  ['pt-BR', 'R$ 1.543,83', '98,50 USDT'],
  ['en', 'R$1,543.83', '98.50 USDT'],
  ['es', 'R$ 1.543,83', '98,50 USDT'],
  ['fa', '\u200eR$۱٬۵۴۳٫۸۳', '۹۸٫۵۰ USDT'],
] as const;

test.each(forms)(
  '[F1] [B7] a completed withdrawal shows what arrived as %s writes it',
  async (language, reais, usdt) => {
    for (const [sent, said] of [
      [depositOf({ Currency: 'brl', Net: 1543.83, Status: 'complete' }), reais],
      [depositOf({ Currency: 'usdt', Rate: 1, Net: 98.5, Status: 'complete' }), usdt],
    ] as const) {
      answerNetwork().answer(listTransfers, () => [sent]);
      const shown = await show(<WithdrawProgress sent={sent} onClose={noop} onAgain={noop} />, { language });
      // Once in the sentence and once among the terms.
      await expect.poll(() => text()?.split(said).length).toBe(3);
      expect(text()).not.toContain('BRL');
      await shown.unmount();
    }
  },
);

test.each(forms)(
  '[F4] [B7] a deposit shows what leaves the brokerage as %s writes it',
  async (language, reais, usdt) => {
    for (const [sent, said] of [
      [depositOf({ Currency: 'brl', Net: 1543.83 }), reais],
      [depositOf({ Currency: 'usdt', Rate: 1, Net: 98.5 }), usdt],
    ] as const) {
      answerNetwork().answer(listTransfers, () => [sent]);
      const shown = await show(<DepositProgress goOn={null} sent={sent} onClose={noop} onAgain={noop} />, {
        language,
      });
      await expect.poll(text).toContain(said);
      expect(text()).not.toContain('BRL');
      await shown.unmount();
    }
  },
);

test.each([
  ['refused', { Status: 'canceled', Reviewed: false }, true],
  ['refused by the team', { Status: 'canceled', Reviewed: true }, true],
  ['waiting for the team', { Status: 'in_progress', Reviewed: true }, true],
  ['on its way', { Status: 'in_progress', Reviewed: false }, false],
  ['there', { Status: 'complete', Reviewed: true }, false],
] as const)('[G4] a withdrawal that is %s links to support with its reference: %s', async (_, state, canBeAsked) => {
  const sent = depositOf({ ...state, Currency: 'usdt', Rate: 1 });
  answerNetwork().answer(listTransfers, () => [sent]);
  await show(<WithdrawProgress sent={sent} onClose={noop} onAgain={noop} />, {
    site: { support: 'mailto:ajuda@casa.example' },
  });
  await expect.poll(() => text()?.length).toBeGreaterThan(20);
  const links = [...document.querySelectorAll('a[href^="mailto:"]')].map((link) => link.getAttribute('href'));
  const address = `mailto:ajuda@casa.example?subject=Lastro%3A%20refer%C3%AAncia%20${sent.Id}`;
  expect(links).toEqual(canBeAsked ? [address] : []);
});
