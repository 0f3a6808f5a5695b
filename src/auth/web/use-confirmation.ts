import { useEffect, useState } from 'react';
import { callApi } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { confirmEmail } from '../contract.ts';

export type ConfirmationState = 'working' | 'done' | 'invalid' | 'failed';

/** Confirms as soon as there is a token. Retrying is safe: the call is idempotent. */
export function useConfirmation(token: string): { state: ConfirmationState; retry: () => void } {
  const [ended, setEnded] = useState<{ of: string; state: ConfirmationState } | null>(null);
  useEffect(() => {
    if (token) void confirm(token).then((state) => setEnded({ of: token, state }));
  }, [token]);
  const retry = () => {
    setEnded(null);
    void confirm(token).then((state) => setEnded({ of: token, state }));
  };
  if (token === '') return { state: 'invalid', retry };
  return { state: ended?.of === token ? ended.state : 'working', retry };
}

async function confirm(token: string): Promise<ConfirmationState> {
  try {
    await callApi(confirmEmail, { body: { token } });
    return 'done';
  } catch (failure) {
    return failure instanceof ApiRefusal && failure.status === 422 ? 'invalid' : 'failed';
  }
}
