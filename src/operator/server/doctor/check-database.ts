import type { Config } from '#settings/server/config.ts';
import { type Database, requireOne } from '#database/server/database.ts';
import { readStamp } from '#database/server/installation-mode.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { durableSettings } from '#database/server/require-durable.ts';
import { countMissing } from '#database/server/require-migrated.ts';
import { findPowers } from '#database/server/require-plain-login.ts';
import { checkCollation, checkZones } from './check-locale.ts';
import { checkReplication } from './check-replication.ts';
import { checkSealSecret } from './check-seal-secret.ts';
import { checkStaff } from './check-staff.ts';
import { type Finding, fine, type Patient, reasonOf, unknown, warn, wrong } from './finding.ts';
import { openPatient } from './open-patient.ts';

const check = 'database';

/** Checks that the database is available, durable, complete and the right one, and that its login has no more rights than needed. */
export async function checkDatabase({ config, given }: Patient): Promise<Finding[]> {
  if (!config) return [unknown(check, 'unread')];
  let db: Database;
  try {
    db = await openPatient(config);
  } catch (error) {
    if (error instanceof PlainFailure) return [wrong(check, 'problem', { problem: error.message })];
    return [wrong(check, 'refused', { why: reasonOf(error) })];
  }
  try {
    const found = [
      await checkServer(db),
      await checkClock(db),
      await checkContent(db, config),
      await checkLogin(db, config),
      await checkCollation(db),
      await checkZones(db),
      await checkStaffIfThere(db, config),
    ];
    return [...found.flat(), ...(await checkReplication(db, config)), ...checkOwnersLogin(config, given)];
  } finally {
    await db.close();
  }
}

async function checkServer(db: Database): Promise<Finding[]> {
  const { version, settings } = await requireOne<{ version: number; settings: Record<string, string> }>(
    db,
    `SELECT current_setting('server_version_num')::integer AS version,
       (SELECT jsonb_object_agg(name, current_setting(name)) FROM unnest($1::text[]) AS name) AS settings`,
    [Object.keys(durableSettings)],
  );
  const major = Math.floor(version / 10_000);
  const findings: Finding[] = [];
  if (major < 15 || major > 18) findings.push(wrong(check, 'version', { major: String(major) }));
  for (const [name, right] of Object.entries(durableSettings))
    if (!right.includes(settings[name] ?? ''))
      findings.push(wrong(check, 'not_durable', { setting: name, value: settings[name] ?? '' }));
  return findings.length > 0 ? findings : [fine(check, 'fine', { major: String(major) })];
}

/** Only once its tables are there. */
async function checkStaffIfThere(db: Database, config: Config): Promise<Finding[]> {
  return (await countMissing(db)) > 0 ? [] : checkStaff(db, config);
}

const mostSkewMs = 2_000;

async function checkClock(db: Database): Promise<Finding[]> {
  const before = Date.now();
  const { at } = await requireOne<{ at: number }>(
    db,
    `SELECT extract(epoch FROM clock_timestamp())::double precision * 1000 AS at`,
  );
  const skewMs = Math.round(at - (before + Date.now()) / 2);
  if (Math.abs(skewMs) <= mostSkewMs) return [fine('clock', 'database_ms', { skew: skewMs })];
  return [wrong('clock', 'database', { skew: Math.round(skewMs / 1_000) })];
}

async function checkContent(db: Database, config: Config): Promise<Finding[]> {
  const { mode } = config;
  const missing = await countMissing(db);
  if (missing > 0) return [wrong('migrations', 'missing', { missing })];
  const found = [
    fine('migrations', missing === 0 ? 'fine' : 'ahead', { more: -missing }),
    ...(await checkSealSecret(db, config)),
  ];
  const stamp = await readStamp(db);
  if (stamp === mode) return [...found, fine('mode', 'fine', { mode })];
  return [...found, wrong('mode', stamp ? 'other' : 'none', { stamp: stamp ?? '', mode }, 'stamp')];
}

async function checkLogin(db: Database, { mode }: Config): Promise<Finding[]> {
  const powers = await findPowers(db);
  if (powers.length === 0) return [fine('login', 'fine')];
  const found = { login: powers[0]?.login ?? '', powers: powers.map(({ power }) => power).join('; ') };
  return [(mode === 'production' ? wrong : warn)('login', 'powers', found)];
}

/** An attacker inside a serving program can read its environment. */
function checkOwnersLogin({ mode }: Config, given: Patient['given']): Finding[] {
  if (mode !== 'production' || !(given.DATABASE_MIGRATE_URL || given.DATABASE_MIGRATE_URL_FILE)) return [];
  return [warn('login', 'owner')];
}
