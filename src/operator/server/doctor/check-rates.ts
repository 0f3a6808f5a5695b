import { fetchUsdBrl } from '#wallet/server/fetch-usd-brl.ts';
import { readPresentRate } from '#wallet/server/read-present-rate.ts';
import { type Finding, fine, type Patient, reasonOf, unknown, warn, wrong } from './finding.ts';
import { openPatient } from './open-patient.ts';

const check = 'rates';

/** Checks whether each rate source answers, and whether a rate is in force. */
export async function checkRates(patient: Patient): Promise<Finding[]> {
  const { config } = patient;
  if (!config) return [unknown(check, 'unread')];
  if (!config.ratesUrl) return [warn(check, 'no_source')];
  const sources = [config.ratesUrl, config.ratesUrl2].filter(Boolean);
  return [...(await Promise.all(sources.map(askSource))), ...(await checkPresent(patient))];
}

async function askSource(url: string, at: number): Promise<Finding> {
  const name = at === 0 ? 'RATES_URL' : 'RATES_URL_2';
  try {
    const { high, low } = await fetchUsdBrl(url);
    if (high !== null && low !== null) return fine(check, 'provides', { setting: name });
    return wrong(check, 'without', { setting: name });
  } catch (error) {
    return wrong(check, 'silent', { setting: name, why: reasonOf(error).slice(0, 200) });
  }
}

async function checkPresent({ config }: Patient): Promise<Finding[]> {
  if (!config) return [];
  // A missing database is reported by its own check.
  const db = await openPatient(config).catch(() => null);
  if (!db) return [];
  try {
    const { rate, closed } = await readPresentRate(db, config.mode);
    if (rate) return [fine(check, 'present', { at: rate.at.toISOString() })];
    return [warn(check, closed, {}, 'closed')];
  } catch {
    return [];
  } finally {
    await db.close();
  }
}
