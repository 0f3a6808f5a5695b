import { expect, test } from 'vitest';
import { firstStep, type NewInvestment, type NewInvestmentEvent, next } from './new-investment-steps.ts';

function after(...events: NewInvestmentEvent[]): NewInvestment {
  return events.reduce(next, firstStep(false));
}

const toChoice: NewInvestmentEvent[] = [{ type: 'accepted', isAccepted: true }, { type: 'continued' }];

test('[V3] a new investment starts at the terms, without amount or code', () => {
  expect(firstStep(false)).toEqual({ step: 'terms', isAccepted: false, dollars: 0, promocode: '' });
  expect(firstStep(true)).toMatchObject({ step: 'terms', isAccepted: true });
});

test('[V3] does not continue until the terms are accepted, and acceptance can be withdrawn', () => {
  expect(after({ type: 'continued' })).toEqual(firstStep(false));
  expect(after(...toChoice)).toMatchObject({ step: 'choice', isRefused: false });
  expect(
    after({ type: 'accepted', isAccepted: true }, { type: 'accepted', isAccepted: false }, { type: 'continued' }),
  ).toEqual(firstStep(false));
});

test('[V2] refuses to confirm without an amount, and choosing one clears the refusal', () => {
  const refused = after(...toChoice, { type: 'confirmed' });
  expect(refused).toMatchObject({ step: 'choice', isRefused: true });
  expect(next(refused, { type: 'promocodeTyped', promocode: 'X' })).toMatchObject({ isRefused: true });
  expect(next(refused, { type: 'amountChosen', dollars: 100 })).toMatchObject({ isRefused: false, dollars: 100 });
});

test('[V2] the code is optional', () => {
  expect(after(...toChoice, { type: 'amountChosen', dollars: 100 }, { type: 'confirmed' })).toMatchObject({
    isRefused: false,
    promocode: '',
  });
});

test('[V3] going back keeps the acceptance, the amount and the code', () => {
  const chosen: NewInvestmentEvent[] = [
    { type: 'amountChosen', dollars: 250 },
    { type: 'promocodeTyped', promocode: 'verao' },
  ];
  const kept = { isAccepted: true, dollars: 250, promocode: 'verao' };
  expect(after(...toChoice, ...chosen, { type: 'wentBack' })).toEqual({ step: 'terms', ...kept });
  expect(after(...toChoice, ...chosen, { type: 'wentBack' }, { type: 'continued' })).toMatchObject({
    step: 'choice',
    ...kept,
  });
});

test('[V3] ignores an event of the other step', () => {
  expect(after({ type: 'amountChosen', dollars: 100 }, { type: 'confirmed' })).toEqual(firstStep(false));
  expect(after(...toChoice, { type: 'accepted', isAccepted: false })).toMatchObject({ isAccepted: true });
});
