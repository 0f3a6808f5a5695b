import { expect, test } from 'vitest';
import { firstStep, next, type Subscription, type SubscriptionEvent } from './subscribe-steps.ts';

function after(...events: SubscriptionEvent[]): Subscription {
  return events.reduce(next, firstStep);
}

test('[Z1] subscribing goes from the intro through the confirmation to subscribed', () => {
  expect(firstStep).toEqual({ step: 'intro' });
  expect(after({ type: 'continued' })).toEqual({ step: 'confirm' });
  expect(after({ type: 'continued' }, { type: 'subscribed' })).toEqual({ step: 'subscribed' });
});

test('[Z1] nobody subscribes without having seen the price', () => {
  expect(after({ type: 'subscribed' })).toEqual({ step: 'intro' });
});

test('[Z1] cancelling starts over, and continuing stops at the confirmation', () => {
  expect(after({ type: 'continued' }, { type: 'canceled' })).toEqual({ step: 'intro' });
  expect(after({ type: 'continued' }, { type: 'continued' })).toEqual({ step: 'confirm' });
});

test.each(['continued', 'canceled', 'subscribed'] as const)(
  '[Z1] a subscription is permanent: %s does not end it',
  (type) => {
    expect(after({ type: 'continued' }, { type: 'subscribed' }, { type })).toEqual({ step: 'subscribed' });
  },
);
