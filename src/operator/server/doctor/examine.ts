import { checkAnswers, checkWorker } from './check-answers.ts';
import { checkBackups } from './check-backups.ts';
import { checkBrokerage } from './check-brokerage.ts';
import { checkCertificates } from './check-certificate.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisks, checkOpenFiles } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkRates } from './check-rates.ts';
import { checkSecretFiles } from './check-secret-files.ts';
import { checkSettings } from './check-settings.ts';
import { checkSignOn } from './check-sign-on.ts';
import { type Check, type Finding, type Patient, reasonOf, unknown } from './finding.ts';

/** In the order in which one would look: first what the others depend on. */
const checks: readonly [name: Check, look: (patient: Patient) => Promise<Finding[]>][] = [
  ['settings', checkSettings],
  ['secret_files', checkSecretFiles],
  ['database', checkDatabase],
  ['certificate', checkCertificates],
  ['serving', checkAnswers],
  ['worker', checkWorker],
  ['mail', checkMail],
  ['brokerage', checkBrokerage],
  ['rates', checkRates],
  ['sign_on', checkSignOn],
  ['disk', checkDisks],
  ['open_files', checkOpenFiles],
  ['backups', checkBackups],
];

/** Runs all checks concurrently; a check that fails itself is reported as unknown and does not stop the others. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(([name, look]) =>
      look(patient).catch((error: unknown) => [unknown(name, 'failed', { why: reasonOf(error) })]),
    ),
  );
  return found.flat();
}
