import { nameDevice } from '#auth/server/known-devices.ts';
import { readDevice } from '#auth/server/read-device.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Http } from '#http/server/http.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import * as contract from '../contract.ts';
import * as keysContract from '../own-keys-contract.ts';
import * as keys from './own-keys.ts';
import { serveStaff } from './serve-staff.ts';
import type { StaffMember } from './staff-member.ts';
import type { StaffParts } from './staff-parts.ts';
import { type Arrival, endOtherSessions, endStaffSession, holdMember, listStaffSessions } from './staff-sessions.ts';
import { setStaffLanguage } from './staff-store.ts';

/** Serves what concerns the member themselves: who they are, their language, sessions and second factors. */
export function serveOwnAccess(http: Http, parts: StaffParts): void {
  serveStaff(http, contract.readMe, null, async (db, { member }) => ({
    Id: member.id,
    Name: member.name,
    Email: member.email,
    Role: member.role,
    Language: member.language,
    Expires: member.expiresAt.toISOString(),
    Now: (await readBusinessClock(db)).now.toISOString(),
    Zone: await readHouseZone(db),
    IdleMinutes: contract.staffIdleMinutes,
    Mode: http.config.mode,
    Brand: http.config.brandName,
  }));
  serveStaff(http, contract.chooseOwnLanguage, null, (db, { member, body }) =>
    setStaffLanguage(db, member.id, body.language),
  );
  serveStaff(http, contract.logOutStaff, null, async (db, { token, setSession }) => {
    await endStaffSession(db, token);
    setSession(null);
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
  serveOwnKeys(http, parts);
}

function serveOwnKeys(http: Http, parts: StaffParts): void {
  const acting = ({ member, ...arrival }: { member: StaffMember } & Arrival): keys.OwnActing => ({ member, arrival });
  serveStaff(http, keysContract.listOwnKeys, null, async (db, { member }) => {
    const { appSince, passkeys, hasPassword } = await keys.listOwnKeys(db, member.id);
    return {
      App: appSince?.toISOString() ?? null,
      Passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
        Id: id,
        Name: name,
        Added: addedAt.toISOString(),
        LastUsed: lastUsedAt?.toISOString() ?? null,
      })),
      HasPassword: hasPassword,
    };
  });
  serveStaff(http, keysContract.beginOwnChange, null, async (db, call) => {
    const { ticket, app, passkey } = await keys.beginOwnChange(db, parts, acting(call), call.body.password);
    return { Ticket: ticket, App: app, Passkey: passkey };
  });
  serveStaff(http, keysContract.proveOwnFactor, null, async (db, call) => ({
    Ticket: await keys.proveOwnFactor(db, parts, acting(call), call.body),
  }));
  serveStaff(http, keysContract.beginOwnPasskey, null, (db, call) =>
    keys.beginOwnPasskey(db, parts, acting(call), call.body.ticket),
  );
  serveStaff(http, keysContract.addOwnPasskey, null, (db, call) =>
    keys.addOwnPasskey(db, parts, acting(call), call.body),
  );
  serveStaff(http, keysContract.beginOwnApp, null, (db, call) =>
    keys.beginOwnApp(db, parts, acting(call), call.body.ticket),
  );
  serveStaff(http, keysContract.confirmOwnApp, null, (db, call) =>
    keys.confirmOwnApp(db, parts, acting(call), call.body),
  );
  serveStaff(http, keysContract.removeOwnKey, null, (db, call) =>
    keys.removeOwnKey(db, parts, acting(call), call.body),
  );
}
