import { useState } from 'react';
import { callApi } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { confirmEmail } from '../contract.ts';

export type ConfirmationState = 'asked' | 'working' | 'done' | 'invalid' | 'failed';

/** Confirms when asked to. Repeating it is safe: the call is idempotent. */
export function useConfirmation(token: string): { state: ConfirmationState; confirm: () => void } {
  const [reached, setReached] = useState<{ of: string; state: ConfirmationState } | null>(null);
  const confirm = () => {
    setReached({ of: token, state: 'working' });
    void send(token).then((state) => setReached({ of: token, state }));
  };
  if (token === '') return { state: 'invalid', confirm };
  // Another link may be opened in the same tab.
  return { state: reached?.of === token ? reached.state : 'asked', confirm };
}

async function send(token: string): Promise<ConfirmationState> {
  try {
    await callApi(confirmEmail, { body: { token } });
    return 'done';
  } catch (failure) {
    return failure instanceof ApiRefusal && failure.status === 422 ? 'invalid' : 'failed';
  }
}
