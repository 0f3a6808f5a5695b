import { callApi } from '#platform/web/api.ts';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { renewUnder, successorOf } from '#platform/web/renewal.ts';
import { readSession, refuseToken } from '#platform/web/session.ts';
import { renewSession } from '../session-contract.ts';

const unauthorized = 401;
/** The answer to another tab that was faster may still be on its way there. */
const otherTabMs = 3_000;

/**
 * Puts the session's end off. What is shown is the password, and the second factor where there is one.
 *
 * @throws ApiRefusal for what was shown; where the session is over the page goes to the login
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
