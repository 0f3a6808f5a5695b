import { useFormatter } from 'use-intl';

/** A number of things, in the reader's digits. */
export function Count({ value }: { value: number }) {
  return useFormatter().number(value);
}
