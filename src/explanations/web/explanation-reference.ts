import type { Explanation } from '../contract.ts';
import type { ExplanationAddress } from './data.ts';

/**
 * What support is told: the position, or the figure and its moment. Not the explanation's address, which holds the id of its owner:
 * who asks, support learns from whoever asks.
 */
export function explanationReference({ figure, id }: ExplanationAddress, { At }: Pick<Explanation, 'At'>): string {
  return `${figure} ${id ?? At}`;
}
