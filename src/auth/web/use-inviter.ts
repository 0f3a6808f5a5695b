import { useEffect, useState } from 'react';
import { callApi } from '#platform/web/api.ts';
import { readCode } from '#platform/typed/read-code.ts';
import { readInviter } from '../inviter-contract.ts';

const codeLength = 8;

/** Whose code it is, by first name and initial; null while nobody knows, undefined as long as it is none. */
export function useInviter(typed: string): string | null | undefined {
  const code = readCode(typed);
  const isWhole = code.length === codeLength;
  const [known, setKnown] = useState<{ of: string; name: string | null } | null>(null);
  useEffect(() => {
    if (!isWhole) return;
    const asking = new AbortController();
    const noName = () => {};
    void callApi(readInviter, { query: { code } }, { signal: asking.signal }).then(
      ({ Name }) => setKnown({ of: code, name: Name }),
      noName,
    );
    return () => asking.abort();
  }, [code, isWhole]);
  if (!isWhole) return undefined;
  return known?.of === code ? known.name : null;
}
