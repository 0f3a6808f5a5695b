import { nameDevice } from '#auth/server/known-devices.ts';
import { readDevice } from '#auth/server/read-device.ts';
import type { Tx } from '#database/server/database.ts';
import { oweStaffChange } from './mail-templates.ts';
import { noteStaffDevice } from './staff-devices.ts';
import type { StaffParts } from './staff-parts.ts';
import { type Arrival, openStaffSession } from './staff-sessions.ts';

/** What the browser keeps of a sign-in: the session, and by what it is known the next time. */
export interface Entered {
  session: string;
  device: string;
}

/** Opens a session once everything required has been shown. It is an entry, and a new device is told to its member. */
export async function enterStaff(
  tx: Tx,
  { record }: StaffParts,
  staffId: string,
  arrival: Arrival,
  how: 'app' | 'passkey' | 'provider',
): Promise<Entered> {
  const session = await openStaffSession(tx, staffId, arrival);
  const { token: device, isKnown, isFirst } = await noteStaffDevice(tx, staffId, arrival);
  if (!isKnown && !isFirst) {
    await oweStaffChange(tx, staffId, 'new_device', nameDevice(readDevice(arrival.userAgent)) ?? '');
  }
  await record(tx, { staffId, address: arrival.address }, 'sign-in', { how, device: isKnown ? 'known' : 'new' });
  return { session, device };
}

/** The same after a first second factor was set up, which is an entry and told too. */
export async function enterEnrolled(
  tx: Tx,
  parts: StaffParts,
  staffId: string,
  arrival: Arrival,
  factor: 'app' | 'passkey',
): Promise<Entered> {
  await oweStaffChange(tx, staffId, factor);
  await parts.record(tx, { staffId, address: arrival.address }, 'second factor added', { factor });
  return enterStaff(tx, parts, staffId, arrival, factor);
}
