/** The steps of subscribing: what the bot is, then its price and that it is final, then done (Z1). */
export type Subscription = { step: 'intro' } | { step: 'confirm' } | { step: 'subscribed' };

export type SubscriptionEvent = { type: 'continued' } | { type: 'subscribed' } | { type: 'canceled' };

export const firstStep: Subscription = { step: 'intro' };

export function next(state: Subscription, event: SubscriptionEvent): Subscription {
  switch (event.type) {
    case 'continued':
      return state.step === 'intro' ? { step: 'confirm' } : state;
    case 'subscribed':
      // Nothing is paid that was not shown: only the confirm step can succeed.
      return state.step === 'confirm' ? { step: 'subscribed' } : state;
    case 'canceled':
      return state.step === 'subscribed' ? state : firstStep;
    default:
      return state;
  }
}
