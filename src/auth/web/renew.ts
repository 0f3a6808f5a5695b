import { callApi } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { renewUnder, successorOf } from '#platform/web/renewal.ts';
import { readSession, refuseToken } from '#platform/web/session.ts';
import { renewSession } from '../session-contract.ts';

const unauthorized = 401;
/** The answer to a faster tab may still be on its way there. */
const otherTabMs = 3_000;

/**
 * Renews the session with the password, and the second factor if there is one.
 *
 * @throws ApiRefusal if these are refused; if the session has ended, the page goes to the login instead
 */
export async function renew(shown: { password: string }): Promise<void> {
  const { token, visit } = readSession();
  try {
    await renewUnder(() => callApi(renewSession, { body: shown }, { isRenewal: true }));
  } catch (failure) {
    const isOver = failure instanceof ApiRefusal && failure.status === unauthorized && token !== null;
    if (!isOver) throw failure;
    if ((await successorOf(token, visit, otherTabMs)) === null) refuseToken(token);
  }
}
