import { useQuery } from '@tanstack/react-query';
import { callApi } from '#platform/web/api.ts';
import { readCode } from '#platform/typed/read-code.ts';
import { readInviter } from '../inviter-contract.ts';

const codeLength = 8;

/** Whose code it is, by first name and initial; null while nobody knows, undefined as long as it is none. */
export function useInviter(typed: string): string | null | undefined {
  const code = readCode(typed);
  const isWhole = code.length === codeLength;
  const { data } = useQuery({
    queryKey: ['auth', 'inviter', code],
    queryFn: ({ signal }) => callApi(readInviter, { query: { code } }, { signal }),
    enabled: isWhole,
    staleTime: Infinity,
  });
  return isWhole ? (data?.Name ?? null) : undefined;
}
