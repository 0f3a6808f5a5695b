import { type Percent, percent } from '#money/money.ts';

/** What one product differs in from the others. */
export interface ProductTraits {
  /** What it is called on the wire and in addresses. */
  wire: string;
  /**
   * fixed: the profit is agreed, promised and set aside when the position opens. traded: the amount by the payouts of the product's
   * operations while it ran, never below losing the amount.
   */
  yield: 'fixed' | 'traded';
  /** Where its money comes from and goes back to. */
  source: 'balance' | 'zord';
  /** The part of the amount that leaving early costs; without it a position cannot be left. */
  cancelFee?: Percent;
  /** What its states are called on the wire; one that cannot be left early has no word for it. */
  states: { running: string; ended: string; canceled?: string };
}

/** Every product, in the order in which they are shown. Read it through registry.ts. */
export const registry = {
  stake: {
    wire: 'stake',
    yield: 'fixed',
    source: 'balance',
    // Spec §9.
    cancelFee: percent('40'),
    states: { running: 'in_progress', ended: 'finished', canceled: 'canceled' },
  },
  copytrade: { wire: 'copytrade', yield: 'traded', source: 'balance', states: { running: 'active', ended: 'expired' } },
  primevault: { wire: 'vault', yield: 'fixed', source: 'balance', states: { running: 'active', ended: 'expired' } },
  primezord: {
    wire: 'primezord',
    yield: 'traded',
    source: 'zord',
    states: { running: 'in_progress', ended: 'finished' },
  },
} as const satisfies Record<string, ProductTraits>;
