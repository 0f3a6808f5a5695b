import { type Life, lives } from './life.ts';

/** How much data is generated before anything is measured. */
export interface Size {
  name: string;
  customers: number;
  /** How many positions mature in one run. */
  maturing: number;
  /** The life of each customer; the whole life by default. */
  life?: Life;
}

export const sizes: readonly Size[] = [
  { name: 'small', customers: 1_000, maturing: 10_000 },
  { name: '10k', customers: 10_000, maturing: 100_000 },
  { name: '1m', customers: 1_000_000, maturing: 100_000 },
  { name: '5m', customers: 5_000_000, maturing: 100_000, life: lives.short },
];
