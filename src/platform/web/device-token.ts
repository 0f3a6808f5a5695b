import { recall, remember } from './remembered.ts';

const tokenBytes = 32;

/** The header that identifies this browser; none where nothing can be stored, since each visit would be another device. */
export function deviceHeader(): { 'device-token'?: string } {
  const token = recall('device') ?? drawDevice();
  return token ? { 'device-token': token } : {};
}

/** Survives logging out: it identifies the device, not the person. */
function drawDevice(): string | null {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(tokenBytes)));
  const token = btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  if (remember('device', token)) return token;
  remember('device', null);
  return null;
}
