import fc from 'fast-check';
import { expect, test } from 'vitest';
import { micros, type Percent, toDecimal, usd } from '#money/money.ts';
import { exchangeRate, type ExchangeRate, quoteDeposit, quoteWithdrawal, standardUsdtFee as usdtFee } from './quote.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n }).map(micros);
const rates = fc.bigInt({ min: 1n, max: 10n ** 10n }).map((rate) => rate as ExchangeRate);

test.each([
  ['100', '5.4582', '545.82'],
  ['10.01', '5.4582', '54.64'],
  ['0.01', '5.4582', '0.06'],
  ['0.01', '0.000001', '0.01'],
  ['1000000000', '5.432101', '5432101000.00'],
])('[F2] %s USD at %s are %s reais', (amount, rate, net) => {
  const quote = quoteDeposit(usd(amount), 'brl', exchangeRate(rate));
  expect(quote && toDecimal(quote.net)).toBe(net);
});

test('[F2] reais are whole cents that cover the amount at the rate, and never a cent more', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const net = quoteDeposit(amount, 'brl', rate)?.net ?? 0n;
      const exact = amount * rate;
      expect(net % 10_000n).toBe(0n);
      expect(net * 1_000_000n >= exact).toBe(true);
      expect((net - 10_000n) * 1_000_000n < exact).toBe(true);
    }),
  );
});

test('[F2] USDT equals the amount, with or without a rate for reais', () => {
  fc.assert(
    fc.property(amounts, fc.option(rates), (amount, rate) => {
      expect(quoteDeposit(amount, 'usdt', rate)).toEqual({ rate: exchangeRate('1'), fee: 0n, net: amount });
    }),
  );
});

test('[F2] offers no deposit in reais without a rate', () => {
  expect(quoteDeposit(usd('10'), 'brl', null)).toBeNull();
});

test.each([
  ['100', '5.3765', '537.65'],
  ['10.01', '5.4582', '54.63'],
  ['0.01', '5.4582', '0.05'],
  ['0.01', '0.5', '0.00'],
  ['1000000000', '5.432101', '5432101000.00'],
])('[F2] %s USD withdrawn at %s are %s reais, free of charge', (amount, rate, net) => {
  const quote = quoteWithdrawal(usd(amount), 'brl', { low: exchangeRate(rate), usdtFee });
  expect(quote && [toDecimal(quote.net), quote.fee]).toEqual([net, 0n]);
});

test.each([
  ['100', '2.00', '98.00'],
  ['150', '3.00', '147.00'],
  ['10.01', '0.2002', '9.8098'],
  ['0.01', '0.0002', '0.0098'],
])('[F2] %s USD withdrawn in USDT cost %s and bring %s, with or without a rate for reais', (amount, fee, net) => {
  for (const rate of [exchangeRate('5.4'), null]) {
    const quote = quoteWithdrawal(usd(amount), 'usdt', { low: rate, usdtFee });
    expect(quote && [toDecimal(quote.fee), toDecimal(quote.net)]).toEqual([fee, net]);
    expect(quote?.rate).toBe(exchangeRate('1'));
  }
});

test('[F2] reais withdrawn are what the amount is worth at the rate, rounded down to whole cents', () => {
  fc.assert(
    fc.property(amounts, rates, (amount, rate) => {
      const net = quoteWithdrawal(amount, 'brl', { low: rate, usdtFee })?.net ?? 0n;
      const exact = amount * rate;
      expect(net % 10_000n).toBe(0n);
      expect(net * 1_000_000n <= exact).toBe(true);
      expect((net + 10_000n) * 1_000_000n > exact).toBe(true);
    }),
  );
});

test('[F2] fee and net of a withdrawal in USDT add up to the amount, at any fee', () => {
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 0n, max: 1_000n }), (amount, hundredths) => {
      const usdtFee = (hundredths * 10_000n) as Percent;
      const quote = quoteWithdrawal(amount, 'usdt', { low: null, usdtFee });
      expect(quote && quote.fee + quote.net).toBe(amount);
      // Rounded up to the next millionth and no further.
      const parts = amount * hundredths;
      expect(quote && quote.fee * 10_000n >= parts && quote.fee * 10_000n < parts + 10_000n).toBe(true);
    }),
  );
});

test('[F2] offers no withdrawal in reais without a rate', () => {
  expect(quoteWithdrawal(usd('10'), 'brl', { low: null, usdtFee })).toBeNull();
});
