import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const restMs = 300;
const name = 'search';

/** The text typed, and the text searched for: stored in the address once typing pauses, so that a search can be shared. */
export function useSearchText() {
  const [params, setParams] = useSearchParams();
  const sought = (params.get(name) ?? '').trim();
  const [typed, setTyped] = useState(sought);
  useEffect(() => {
    if (typed.trim() === sought) return;
    const timer = setTimeout(() => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (typed.trim()) next.set(name, typed.trim());
          else next.delete(name);
          return next;
        },
        { replace: true },
      );
    }, restMs);
    return () => clearTimeout(timer);
  }, [typed, sought, setParams]);
  return { typed, setTyped, sought };
}
