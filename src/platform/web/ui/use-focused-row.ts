import { useEffect, useState } from 'react';

/** The index of the focused row among all rows; null if none has the focus. */
export function useFocusedRow(body: HTMLTableSectionElement | null): number | null {
  const [focused, setFocused] = useState<number | null>(null);
  useEffect(() => {
    if (!body) return;
    const arrive = ({ target }: FocusEvent) => setFocused(placeOf(target));
    const leave = ({ relatedTarget }: FocusEvent) => {
      const isWithin = relatedTarget instanceof Node && body.contains(relatedTarget);
      if (!isWithin) setFocused(null);
    };
    body.addEventListener('focusin', arrive);
    body.addEventListener('focusout', leave);
    return () => {
      body.removeEventListener('focusin', arrive);
      body.removeEventListener('focusout', leave);
    };
  }, [body]);
  return focused;
}

function placeOf(target: EventTarget | null): number | null {
  const index = target instanceof Element ? target.closest('tr')?.dataset.index : undefined;
  return index === undefined ? null : Number(index);
}
