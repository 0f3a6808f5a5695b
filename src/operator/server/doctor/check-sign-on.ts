import { tryProvider } from '#staff/server/provider.ts';
import { type Finding, fine, type Patient, reasonOf, warn, wrong } from './finding.ts';

const check = 'sign_on';

/** Checks that the staff's sign-on provider answers, knows us, and says whether addresses are verified. */
export async function checkSignOn({ config }: Patient): Promise<Finding[]> {
  if (!config?.oidc) return [];
  const settings = { ...config.oidc, redirectUri: `${config.consoleUrl}/signed-in` };
  try {
    const { isSecretRight, statesVerified } = await tryProvider(settings);
    if (!isSecretRight) return [wrong(check, 'secret')];
    if (!statesVerified) return [warn(check, 'unverified')];
    return [fine(check, 'fine')];
  } catch (error) {
    return [wrong(check, 'away', { why: reasonOf(error) })];
  }
}
