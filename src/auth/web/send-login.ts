import { callApi } from '#platform/web/api.ts';
import { deviceHeader } from '#platform/web/device-token.ts';
import { logIn } from '../contract.ts';

export interface Credentials {
  email: string;
  password: string;
  keep: boolean;
}

/** Requests a session. Throws every refusal, including the one that asks for a second factor. */
export function sendLogin(credentials: Credentials) {
  return callApi(logIn, { headers: deviceHeader(), body: credentials });
}
