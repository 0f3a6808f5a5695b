import { callApi } from '#platform/web/api.ts';
import { deviceHeader } from '#platform/web/device-token.ts';
import { logIn } from '../contract.ts';

export interface Credentials {
  email: string;
  password: string;
  keep: boolean;
}

/** Asks for a session. What is refused is thrown, a second factor that is asked for as well. */
export function sendLogin(credentials: Credentials) {
  return callApi(logIn, { headers: deviceHeader(), body: credentials });
}
