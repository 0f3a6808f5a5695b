import { knownAccount } from '../account-name.ts';

/** In a form that asks for a password or a code and not for the address: tells a password manager whose it is. */
export function AccountName({ email = knownAccount() }: { email?: string | undefined }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />;
}
