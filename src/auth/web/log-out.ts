import { callApi } from '#platform/web/api.ts';
import { endSession } from '#platform/web/session.ts';
import { logOut as logOutCall } from '../log-out-contract.ts';

/** The server ends the session for good; this browser forgets it immediately, without waiting for the answer. */
export function logOut(): void {
  void callApi(logOutCall).catch(() => undefined);
  endSession('logged-out');
}
