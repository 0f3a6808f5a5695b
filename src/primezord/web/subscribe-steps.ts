/** How the bot is subscribed to: what it is, then what it costs and that there is no way back, then it is there (Z1). */
export type Subscription = { step: 'intro' } | { step: 'confirm' } | { step: 'subscribed' };

export type SubscriptionEvent = { type: 'continued' } | { type: 'subscribed' } | { type: 'canceled' };

export const firstStep: Subscription = { step: 'intro' };

export function next(state: Subscription, event: SubscriptionEvent): Subscription {
  switch (event.type) {
    case 'continued':
      return state.step === 'intro' ? { step: 'confirm' } : state;
    case 'subscribed':
      // Nothing is paid that was not shown: only what was confirmed can succeed.
      return state.step === 'confirm' ? { step: 'subscribed' } : state;
    case 'canceled':
      return state.step === 'subscribed' ? state : firstStep;
    default:
      return state;
  }
}
