import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { type Clock, realClock } from '#platform/clock.ts';
import type { Http } from '#http/server/http.ts';
import { serve } from '#http/server/serve.ts';
import * as contract from '../contract.ts';
import { readInviter } from '../inviter-contract.ts';
import { logOut } from '../log-out-contract.ts';
import * as sessions from '../session-contract.ts';
import { termsVersion } from '../terms-versions.ts';
import { acceptTerms } from './accept-terms.ts';
import { changePassword } from './change-password.ts';
import { endOneSession } from './end-one-session.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { listSessions } from './list-sessions.ts';
import { type AskMore, logIn, passwordIsEnough } from './log-in.ts';
import { readNameByCode } from './customer-store.ts';
import { isReferralCode } from './referral-code.ts';
import { publicName } from '#platform/public-name.ts';
import { confirmEmail } from './confirm-email.ts';
import { createPasswordWork, type PasswordWork } from './password-work.ts';
import { recoverPassword } from './recover-password.ts';
import { feesOfTheVersion, type ReadTermsFees, registerCustomer } from './register-customer.ts';
import { renewSession } from './renew-session.ts';
import { lookAtReset, resetPassword } from './reset-password.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { noOtherSecrets, type OtherSecrets } from './other-secrets.ts';
import { endSession } from './session-store.ts';

export interface AuthParts {
  /** Real time. */
  clock?: Clock | undefined;
  passwords?: PasswordWork;
  /** Login requirements besides the password. */
  askMore?: AskMore;
  /** Subscribers to changes of how a customer logs in. */
  events?: Pick<DomainEvents, 'onSecurityChange'>;
  /** The customer's other protections, which are revoked or shown along with the password. */
  others?: OtherSecrets;
  /** The fees that the terms currently name. */
  readTermsFees?: ReadTermsFees;
}

export function serveAuth(
  http: Http,
  {
    passwords = createPasswordWork(),
    askMore = passwordIsEnough,
    events = noSubscribers,
    others = noOtherSecrets,
    clock = realClock,
    readTermsFees = feesOfTheVersion,
  }: AuthParts = {},
): void {
  const { mode, brandName: brand } = http.config;
  const parts = { passwords, events, others, clock, mode, brand, readTermsFees };
  serve(http, contract.logIn, (db, request) => logIn(db, { passwords, askMore, events }, request));
  serve(http, logOut, (db, request) => endSession(db, request.token));
  serve(http, sessions.changePassword, (db, request) => changePassword(db, parts, request));
  serve(http, sessions.listSessions, listSessions);
  serve(http, sessions.endOtherSessions, (db, request) => endOtherSessions(db, others, request));
  serve(http, sessions.endOneSession, (db, request) => endOneSession(db, others, request));
  serve(http, sessions.renewSession, (db, request) => renewSession(db, { passwords, others }, request));
  serve(http, contract.readPresentTerms, async (db) => ({ Version: termsVersion, Fees: await readTermsFees(db) }));
  serve(http, readInviter, async (db, { query }) => {
    const name = isReferralCode(query.code) ? await readNameByCode(db, query.code) : null;
    return { Name: name && publicName(name) };
  });
  serve(http, contract.acceptTerms, (db, request) => acceptTerms(db, readTermsFees, request));
  serve(http, contract.register, (db, request) => registerCustomer(db, parts, request));
  serve(http, contract.confirmEmail, confirmEmail);
  serve(http, contract.sendConfirmation, sendConfirmation);
  serve(http, contract.recoverPassword, recoverPassword);
  serve(http, contract.lookAtReset, lookAtReset);
  serve(http, contract.resetPassword, (db, request) => resetPassword(db, parts, request));
}
