import type { Http } from '#http/server/http.ts';
import * as contract from '../contract.ts';
import * as steps from './log-in-staff.ts';
import { chooseStaffPassword, forgetPassword } from './new-password.ts';
import { comeFromProvider, goToProvider } from './log-in-by-provider.ts';
import { serveOwnAccess } from './own-routes.ts';
import { serveStaff } from './serve-staff.ts';
import type { StaffParts } from './staff-parts.ts';

/** Serves login, and what concerns whoever is logged in. */
export function serveStaffLogin(http: Http, parts: StaffParts): void {
  serveStaff(http, contract.logInStaff, null, async (db, { body, ...call }) => {
    const { ticket, next, app, passkey } = await steps.logInStaff(db, parts, body, call);
    return { Ticket: ticket, Next: next, App: app, Passkey: passkey };
  });
  serveStaff(http, contract.showSecondFactor, null, async (db, call) => {
    call.setEntered(await steps.showStaffFactor(db, parts, call.body, call));
  });
  serveStaff(http, contract.readWaysIn, null, async () => ({ Provider: parts.provider?.name ?? null }));
  serveStaff(http, contract.goToProvider, null, async (db, { address, setVisit }) => {
    const { url, holder } = await goToProvider(db, parts, { address });
    setVisit(holder);
    return { Url: url };
  });
  serveStaff(http, contract.comeFromProvider, null, async (db, call) => {
    const step = await comeFromProvider(db, parts, { search: call.body.search, holder: call.visit }, call);
    call.setVisit(null);
    if (step.session === null) return { Next: step.next, Ticket: step.ticket, App: step.app, Passkey: step.passkey };
    call.setEntered(step);
    return { Next: 'in' as const, Ticket: '', App: false, Passkey: null };
  });
  serveStaff(http, contract.joinStaff, null, async (db, { body, address }) => ({
    Ticket: await steps.joinStaff(db, parts, body, { address }),
  }));
  serveStaff(http, contract.forgotStaff, null, (db, { body, address }) => forgetPassword(db, body.email, { address }));
  serveStaff(http, contract.chooseStaffPassword, null, async (db, { body, address }) => {
    const { ticket, next, app, passkey } = await chooseStaffPassword(db, parts, body, { address });
    return { Ticket: ticket, Next: next, App: app, Passkey: passkey };
  });
  serveStaff(http, contract.beginStaffApp, null, (db, { body }) => steps.beginStaffApp(db, parts, body.ticket));
  serveStaff(http, contract.confirmStaffApp, null, async (db, call) => {
    call.setEntered(await steps.confirmStaffApp(db, parts, call.body, call));
  });
  serveStaff(http, contract.beginStaffPasskey, null, (db, { body }) => steps.askNewPasskey(db, parts, body.ticket));
  serveStaff(http, contract.addStaffPasskey, null, async (db, call) => {
    call.setEntered(await steps.takeNewPasskey(db, parts, call.body, call));
  });
  serveOwnAccess(http, parts);
}
