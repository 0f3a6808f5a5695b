import { within } from '#platform/server/fetch-within.ts';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type Finding, fine, type Patient, patienceMs, reasonOf, unknown, warn, wrong } from './finding.ts';

const check = 'certificate';
const dayMs = 24 * 60 * 60_000;
/** Automatic renewal happens a month before expiry: closer than this, it has failed. */
const warnDays = 14;
const wrongDays = 3;

/** Checks whether browsers trust the addresses of customers and staff, and for how many days. */
export async function checkCertificates(patient: Patient): Promise<Finding[]> {
  const { config } = patient;
  if (!config) return [unknown(check, 'unread')];
  const consoleUrl = config.consolePort === null ? [] : [config.consoleUrl];
  const addresses = [...new Set([config.publicUrl, ...consoleUrl])].map((url) => new URL(url));
  const secure = addresses.filter(({ protocol }) => protocol === 'https:');
  if (secure.length === 0) return [fine(check, 'none')];
  return (await Promise.all(secure.map((address) => look(address, patient)))).flat();
}

async function look({ hostname, port }: URL, { now, trusted }: Patient): Promise<Finding[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) ? {} : { servername: host }),
    // Verified below: finding what is wrong with it is the purpose.
    rejectUnauthorized: false,
    ...(trusted ? { ca: trusted } : {}),
  });
  try {
    await within(patienceMs, (signal) => once(socket, 'secureConnect', { signal }));
    const { valid_to: until, valid_from: from } = socket.getPeerCertificate();
    const days = Math.floor((Date.parse(until) - now().getTime()) / dayMs);
    if (now().getTime() < Date.parse(from)) return [wrong(check, 'early', { host, from })];
    if (days < 0) return [wrong(check, 'expired', { host, until })];
    if (!socket.authorized) return [wrong(check, 'untrusted', { host, why: String(socket.authorizationError) })];
    if (days < wrongDays) return [wrong(check, 'days', { host, days }, 'renew_now')];
    if (days < warnDays) return [warn(check, 'days', { host, days }, 'renew')];
    return [fine(check, 'days', { host, days })];
  } catch (error) {
    return [wrong(check, 'silent', { host, port: port || '443', why: reasonOf(error) })];
  } finally {
    socket.destroy();
  }
}
