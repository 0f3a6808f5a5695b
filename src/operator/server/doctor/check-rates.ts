import { fetchUsdBrl } from '#wallet/server/fetch-usd-brl.ts';
import { readPresentRate } from '#wallet/server/read-present-rate.ts';
import { type Finding, fine, type Patient, reasonOf, unknown, warn, wrong } from './finding.ts';
import { openPatient } from './open-patient.ts';

const check = 'rates';

/** Checks whether each rate source answers, and whether a rate is in force. */
export async function checkRates(patient: Patient): Promise<Finding[]> {
  const { config } = patient;
  if (!config) return [unknown(check, 'not checked: the settings cannot be read', 'Fix the settings first.')];
  if (!config.ratesUrl) return [warn(check, 'there is no source: BRL is closed', 'Set RATES_URL.')];
  const sources = [config.ratesUrl, config.ratesUrl2].filter(Boolean);
  return [...(await Promise.all(sources.map(askSource))), ...(await checkPresent(patient))];
}

async function askSource(url: string, at: number): Promise<Finding> {
  const name = at === 0 ? 'RATES_URL' : 'RATES_URL_2';
  try {
    const { high, low } = await fetchUsdBrl(url);
    if (high !== null && low !== null) return fine(check, `${name} provides a rate`);
    return wrong(
      check,
      `${name} answers without a rate`,
      `Set ${name} to a source of USD-BRL in the format of docs/operations.md.`,
    );
  } catch (error) {
    return wrong(
      check,
      `${name} provides no rate: ${reasonOf(error).slice(0, 200)}`,
      `Correct ${name}, and allow it through the firewall.`,
    );
  }
}

const closedWords = {
  refused: 'a rate was refused and awaits your decision',
  too_old: 'the last quote is too old, as at night and at weekends',
  away: 'none has been accepted yet',
} as const;

async function checkPresent({ config }: Patient): Promise<Finding[]> {
  if (!config) return [];
  // A missing database is reported by its own check.
  const db = await openPatient(config).catch(() => null);
  if (!db) return [];
  try {
    const { rate, closed } = await readPresentRate(db, config.mode);
    if (rate) return [fine(check, `the rate in force was quoted ${rate.at.toISOString()}`)];
    return [
      warn(
        check,
        `BRL is closed: ${closedWords[closed]}`,
        'See “lastro rates show”; accept with “lastro rates accept --reason TEXT”.',
      ),
    ];
  } catch {
    return [];
  } finally {
    await db.close();
  }
}
