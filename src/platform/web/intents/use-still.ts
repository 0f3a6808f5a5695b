import { useState } from 'react';

/**
 * A figure that stands still from the confirm until the answer (decision 34): behind a dialog that is sent the balance it was compared
 * with changes before the answer comes, and nobody is to see another figure under a button that they have pressed.
 */
export function useStill<Figure>(figure: Figure, isSent: boolean): Figure {
  const [kept, setKept] = useState(figure);
  if (!isSent && !Object.is(kept, figure)) setKept(figure);
  return isSent ? kept : figure;
}
