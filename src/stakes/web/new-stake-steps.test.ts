import { expect, test } from 'vitest';
import { stakePlans } from '../plans.ts';
import {
  firstStep as firstStepOf,
  isOffered,
  type NewStake,
  type NewStakeEvent,
  next as nextOf,
} from './new-stake-steps.ts';

const firstStep = firstStepOf(stakePlans);
const next = (state: NewStake, event: NewStakeEvent): NewStake => nextOf(stakePlans, state, event);

function after(...events: NewStakeEvent[]): NewStake {
  return events.reduce(next, firstStep);
}

const toChoice: NewStakeEvent[] = [{ type: 'accepted', isAccepted: true }, { type: 'continued' }];

test('[S3] a new stake starts at the acknowledgement, with period 30 and amount 0', () => {
  expect(firstStep).toEqual({ step: 'terms', isAccepted: false, days: 30, dollars: 0 });
});

test('[S3] does not continue until the terms are accepted', () => {
  expect(after({ type: 'continued' })).toEqual(firstStep);
  expect(after(...toChoice)).toEqual({ step: 'choice', isRefused: false, days: 30, dollars: 0 });
});

test('[S3] acceptance can be withdrawn', () => {
  expect(
    after({ type: 'accepted', isAccepted: true }, { type: 'accepted', isAccepted: false }, { type: 'continued' }),
  ).toEqual(firstStep);
});

test('[S3] a change of period keeps an amount that it accepts and drops any other', () => {
  const chosen = after(...toChoice, { type: 'amountChosen', dollars: 300 }, { type: 'periodChosen', days: 60 });
  expect(chosen).toMatchObject({ days: 60, dollars: 300 });
  expect(next(chosen, { type: 'amountChosen', dollars: 400 })).toMatchObject({ dollars: 400 });
  expect(next({ ...chosen, dollars: 500 }, { type: 'periodChosen', days: 30 })).toMatchObject({ days: 30, dollars: 0 });
});

test('[S4] refuses to confirm an amount that the period does not accept, and choosing again clears the refusal', () => {
  const refused = after(...toChoice, { type: 'confirmed' });
  expect(refused).toMatchObject({ step: 'choice', isRefused: true });
  expect(next(refused, { type: 'amountChosen', dollars: 50 })).toMatchObject({ isRefused: false });
  expect(after(...toChoice, { type: 'amountChosen', dollars: 50 }, { type: 'confirmed' })).toMatchObject({
    isRefused: false,
    dollars: 50,
  });
});

test('[S3] going back keeps the acceptance and the choice', () => {
  const back = after(...toChoice, { type: 'amountChosen', dollars: 50 }, { type: 'wentBack' });
  expect(back).toEqual({ step: 'terms', isAccepted: true, days: 30, dollars: 50 });
});

test('[S3] starts over once the stake is opened', () => {
  expect(after(...toChoice, { type: 'periodChosen', days: 365 }, { type: 'opened' })).toEqual(firstStep);
});

test.each([
  [30, 300, true],
  [30, 400, false],
  [60, 10, false],
  [180, 5000, true],
  [365, 20_000, true],
  [30, 0, false],
])('[S2] %i days accept %i dollars: %s', (days, dollars, allowed) => {
  expect(isOffered(stakePlans, days, dollars)).toBe(allowed);
});
