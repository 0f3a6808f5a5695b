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
  /**
   * The part of the amount that leaving early costs, where the product agreed on no other when the position opened; without it a position
   * cannot be left.
   */
  cancelFee?: Percent;
  /** What its states are called on the wire; one that cannot be left early has no word for it. */
  states: { running: string; ended: string; canceled?: string };
  /** The folder that keeps what is its own; its words and its settings begin with this name. */
  folder: string;
  /** Where a customer finds it among the screens. */
  screen: `/${string}`;
  /**
   * The name of its history, in the address and as a file, its place among all histories (H1), and whether the file can be narrowed
   * by amount and state, as its own list can.
   */
  history: { tab: string; place: number; isNarrowed?: true };
  /** The notice that a position of it has ended. */
  notice: string;
  /** Of one that the house opens and closes: the notice that new positions are taken again. */
  openingNotice?: string;
  /** What the home report calls that which it tells of it (D1, D3): sums of money, and how many positions. */
  report?: { amount?: string; profit?: string; running?: string; ended?: string };
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
    folder: 'stakes',
    screen: '/stake',
    history: { tab: 'stakes', place: 2 },
    notice: 'stake_matured',
    report: { amount: 'Amount', profit: 'Profit', running: 'Running', ended: 'Finished' },
  },
  copytrade: {
    wire: 'copytrade',
    yield: 'traded',
    source: 'balance',
    states: { running: 'active', ended: 'expired' },
    folder: 'copytrade',
    screen: '/copytrade',
    history: { tab: 'copytrade', place: 1 },
    notice: 'copy_ended',
    openingNotice: 'copytrade_opened',
    report: { amount: 'Amountcopy', profit: 'Profitcopy', running: 'Runningcopy', ended: 'Finishedcopy' },
  },
  primevault: {
    wire: 'vault',
    yield: 'fixed',
    source: 'balance',
    states: { running: 'active', ended: 'expired' },
    folder: 'primevault',
    screen: '/primevault',
    history: { tab: 'vault', place: 8, isNarrowed: true },
    notice: 'vault_ended',
    report: { running: 'VaultInvestmentsCount' },
  },
  primezord: {
    wire: 'primezord',
    yield: 'traded',
    source: 'zord',
    states: { running: 'in_progress', ended: 'finished' },
    folder: 'primezord',
    screen: '/primezord',
    history: { tab: 'primezord', place: 7 },
    notice: 'bot_ended',
    report: { running: 'BotInvestmentsCount' },
  },
} as const satisfies Record<string, ProductTraits>;
