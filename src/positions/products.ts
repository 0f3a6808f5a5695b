import { type Percent, percent } from '#money/money.ts';

/** What distinguishes one product from the others. */
export interface ProductTraits {
  /** Its name on the wire and in URLs. */
  wire: string;
  /**
   * fixed: the profit is agreed, promised and set aside when the position opens. traded: the amount times the payouts of the product's
   * operations during the term; at worst the whole amount is lost.
   */
  yield: 'fixed' | 'traded';
  /** Where its money comes from and returns to. */
  source: 'balance' | 'zord';
  /**
   * The fee for leaving early, as a part of the amount, unless the position was opened with another; without it a position cannot be left.
   */
  cancelFee?: Percent;
  /** Its states' names on the wire; a product that cannot be left early has none for `canceled`. */
  states: { running: string; ended: string; canceled?: string };
  /** The folder of the product's own code; its messages and settings have this prefix. */
  folder: string;
  /** The path of its screen. */
  screen: `/${string}`;
  /**
   * The name of its history, in the URL and as a file, its place among all histories (H1), and whether the file can be filtered by amount
   * and state, as its own list can.
   */
  history: { tab: string; place: number; isNarrowed?: true };
  /** The notice that one of its positions has ended. */
  notice: string;
  /** For a product that the house opens and closes: the notice that it takes new positions again. */
  openingNotice?: string;
  /** The names of its figures in the home report (D1, D3): sums of money, and numbers of positions. */
  report?: { amount?: string; profit?: string; running?: string; ended?: string };
}

/** Every product, in display order. Read it through registry.ts. */
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
