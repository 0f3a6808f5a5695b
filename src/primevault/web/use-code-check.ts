import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '#platform/web/api-failure.ts';
import { readCode } from '#platform/typed/read-code.ts';
import type { Quote } from '../contract.ts';
import { primevaultQueries } from './data.ts';

/** The status of the typed code: only the server knows it, and only for an amount. */
export type CodeCheck =
  | { state: 'none' | 'noAmount' | 'checking' | 'failed' }
  | { state: 'accepted'; quote: Quote }
  | { state: 'refused'; message: string };

const pauseMs = 400;

/** Checks once typing pauses, and again whenever the amount changes. */
export function useCodeCheck(dollars: number, typed: string): CodeCheck {
  const code = readCode(typed);
  const settled = usePause(code);
  const { data, error, isFetching } = useQuery(primevaultQueries.quote(dollars, settled));
  if (code === '') return { state: 'none' };
  if (dollars === 0) return { state: 'noAmount' };
  if (settled !== code || isFetching) return { state: 'checking' };
  const message = messageOf(error);
  if (message) return { state: 'refused', message };
  return data && !error ? { state: 'accepted', quote: data } : { state: 'failed' };
}

/** The value once it has been unchanged for `pauseMs`. */
function usePause(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
