import { resolve } from 'node:path';
import { ConfigProblem, readConfig } from '#settings/server/config.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { readUrl } from '#settings/server/read-settings.ts';
import { optional, raw } from '#commands/server/params.ts';
import { atPlace } from '../command.ts';
import { examine } from '../doctor/examine.ts';
import type { Finding, Patient, State } from '../doctor/finding.ts';
import { sayFinding, type SaidFinding } from '../doctor/say-finding.ts';
import { readRunning } from '../find-installation.ts';

/** Examines an installation from outside, running or not. Changes nothing, records nothing, and shows no secret. */
export const doctor = atPlace({
  name: 'doctor',
  params: { backups: optional(raw), worker: optional(raw) },
  readsNoSecrets: true,
  summary:
    'Check an installation and say what to do: settings, certificate, mail, brokerage, rates, clocks, disks, database, backups; exit code 1 if something is wrong',
  async runAt({ dataDir, given }, options) {
    const backups = options.backups ? resolve(options.backups) : null;
    const findings = await examine({
      ...(await readSettings(given, dataDir)),
      dataDir,
      backups,
      worker: options.worker ? readUrl('--worker', options.worker) : null,
      now: () => new Date(),
    });
    const counts = count(findings);
    const said = findings.map((finding) => sayFinding(finding, 'en'));
    return {
      lines: [...said.flatMap(format), '', `${counts.wrong} wrong, ${counts.warning} warnings, ${counts.ok} in order.`],
      json: { ...counts, findings: said },
      isRefused: counts.wrong > 0,
    };
  },
});

/** Adds the settings that a Lastro started on this machine by `npm start` chose itself. */
async function readSettings(
  given: Patient['given'],
  dataDir: string,
): Promise<Pick<Patient, 'given' | 'config' | 'problems'>> {
  const found = await readRunning(dataDir);
  const isTold = !!(given.DATABASE_URL || given.DATABASE_URL_FILE);
  const known = found && !isTold ? { ...settingsOf(found), ...given } : given;
  try {
    return { given, config: readConfig(known), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigProblem || error instanceof PlainFailure)) throw error;
    return { given, config: null, problems: error.message.split('\n') };
  }
}

function settingsOf(found: NonNullable<Awaited<ReturnType<typeof readRunning>>>): Patient['given'] {
  return {
    MODE: found.mode,
    DATABASE_URL: found.databaseUrl,
    HOST: found.host,
    ...(found.port === null ? {} : { PORT: String(found.port) }),
    ...(found.consoleUrl ? { CONSOLE_PORT: new URL(found.consoleUrl).port || '443' } : { CONSOLE_PORT: 'off' }),
    BROKERAGE_URL: found.brokerageUrl ?? '',
    BROKERAGE_TOKEN: found.brokerageToken ?? '',
    RATES_URL: found.mode === 'sandbox' ? `${found.brokerageUrl}/json/last/USD-BRL` : '',
  };
}

function count(findings: readonly Finding[]): Record<State, number> {
  const counts: Record<State, number> = { ok: 0, warning: 0, wrong: 0, unknown: 0 };
  for (const { state } of findings) counts[state] += 1;
  return counts;
}

const marks: Record<State, string> = { ok: 'ok', warning: 'WARNING', wrong: 'WRONG', unknown: 'unknown' };

function format({ check, state, said, remedy }: SaidFinding): string[] {
  const line = `${marks[state].padEnd(8)} ${check.padEnd(13)} ${said}`;
  return remedy ? [line, `${' '.repeat(23)}→ ${remedy}`] : [line];
}
