import { useState } from 'react';

/**
 * Freezes a figure from the confirm until the answer (decision 38): the balance behind a submitted dialog changes before the answer
 * arrives, and the figure under a button already pressed must not.
 */
export function useStill<Figure>(figure: Figure, isSent: boolean): Figure {
  const [kept, setKept] = useState(figure);
  if (!isSent && !Object.is(kept, figure)) setKept(figure);
  return isSent ? kept : figure;
}
