import { recall, remember } from './remembered.ts';

const tokenBytes = 32;

/** The header by which this browser is known again; none where it remembers nothing: each visit would be another device. */
export function deviceHeader(): { 'device-token'?: string } {
  const token = recall('device') ?? drawDevice();
  return token ? { 'device-token': token } : {};
}

/** Kept over logging out: it says where somebody is, not who. */
function drawDevice(): string | null {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(tokenBytes)));
  remember('device', btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
  return recall('device');
}
