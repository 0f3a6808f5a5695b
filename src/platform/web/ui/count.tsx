import type { ReactNode } from 'react';
import { useFormatter } from 'use-intl';

/** What a cell or a figure shows. A bare number would keep Latin digits: {@link Count} writes it in the reader's. */
export type Shown = Exclude<ReactNode, number | bigint>;

/** A number of things. */
export function Count({ value }: { value: number }) {
  return useFormatter().number(value);
}
