import { tryProvider } from '#staff/server/provider.ts';
import { type Finding, fine, type Patient, reasonOf, warn, wrong } from './finding.ts';

const check = 'sign-on';

/** Checks that the staff's sign-on provider answers, knows us, and says whether addresses are verified. */
export async function checkSignOn({ config }: Patient): Promise<Finding[]> {
  if (!config?.oidc) return [];
  const settings = { ...config.oidc, redirectUri: `${config.consoleUrl}/signed-in` };
  try {
    const { isSecretRight, statesVerified } = await tryProvider(settings);
    if (!isSecretRight)
      return [
        wrong(
          check,
          'the provider does not accept our client or its secret: nobody signs in through it',
          'Correct OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and register the client for a code with a secret.',
        ),
      ];
    if (!statesVerified)
      return [
        warn(
          check,
          'the provider answers, but does not list email_verified among its claims: nobody new is let in through it',
          'Let it send that claim; or, if its people cannot choose their addresses themselves, set OIDC_TRUSTS_EMAIL=on.',
        ),
      ];
    return [fine(check, 'the provider answers and accepts our client')];
  } catch (error) {
    return [
      wrong(
        check,
        `the provider does not answer as such: ${reasonOf(error)}`,
        'Correct OIDC_ISSUER, and allow it through the firewall; staff can still sign in with a password.',
      ),
    ];
  }
}
