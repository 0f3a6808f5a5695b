import type { Explanation } from '../contract.ts';
import type { ExplanationAddress } from './data.ts';

/**
 * The reference given to support: the position, or the figure and its timestamp. It is not the explanation's address, which contains the
 * owner's id; support identifies the customer from the request itself.
 */
export function explanationReference({ figure, id }: ExplanationAddress, { At }: Pick<Explanation, 'At'>): string {
  return `${figure} ${id ?? At}`;
}
