import { nameDevice } from '#auth/server/known-devices.ts';
import { readDevice } from '#auth/server/read-device.ts';
import { transaction } from '#database/server/transaction.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Http } from '#http/server/http.ts';
import * as contract from '../contract.ts';
import * as steps from './log-in-staff.ts';
import { chooseStaffPassword, forgetPassword } from './new-password.ts';
import { comeFromProvider, goToProvider } from './log-in-by-provider.ts';
import { serveStaff } from './serve-staff.ts';
import type { StaffParts } from './staff-parts.ts';
import { endOtherSessions, endStaffSession, holdMember, listStaffSessions } from './staff-sessions.ts';

/** Serves login and logout. */
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
  serveStaff(http, contract.listOwnSessions, null, async (db, { member }) =>
    (await listStaffSessions(db, member.id)).map(({ id, began, lastUsed, address, userAgent }) => ({
      Id: id,
      Began: began.toISOString(),
      LastUsed: lastUsed.toISOString(),
      From: address,
      Device: nameDevice(readDevice(userAgent)),
      IsThis: id === member.sessionId,
    })),
  );
  serveStaff(http, contract.endOwnSessions, null, (db, { member, address }) =>
    transaction(db, async (tx) => {
      await holdMember(tx, member.sessionId);
      const ended = await endOtherSessions(tx, member.id, member.sessionId);
      await parts.record(tx, { staffId: member.id, address }, 'sessions ended', { sessions: String(ended) });
      return { Ended: ended };
    }),
  );
  serveStaff(http, contract.beginStaffApp, null, (db, { body }) => steps.beginStaffApp(db, parts, body.ticket));
  serveStaff(http, contract.confirmStaffApp, null, async (db, call) => {
    call.setEntered(await steps.confirmStaffApp(db, parts, call.body, call));
  });
  serveStaff(http, contract.beginStaffPasskey, null, (db, { body }) => steps.askNewPasskey(db, parts, body.ticket));
  serveStaff(http, contract.addStaffPasskey, null, async (db, call) => {
    call.setEntered(await steps.takeNewPasskey(db, parts, call.body, call));
  });
  serveStaff(http, contract.readMe, null, async (db, { member }) => ({
    Id: member.id,
    Name: member.name,
    Email: member.email,
    Role: member.role,
    Expires: member.expiresAt.toISOString(),
    Now: (await readBusinessClock(db)).now.toISOString(),
    Zone: await readHouseZone(db),
    IdleMinutes: contract.staffIdleMinutes,
    Mode: http.config.mode,
    Brand: http.config.brandName,
  }));
  serveStaff(http, contract.logOutStaff, null, async (db, { token, setSession }) => {
    await endStaffSession(db, token);
    setSession(null);
  });
}
