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
  if (!config) return [unknown(check, 'not checked: the settings cannot be read', 'Fix the settings first.')];
  let db: Database;
  try {
    db = await openPatient(config);
  } catch (error) {
    if (error instanceof PlainFailure) return [wrong(check, error.message, 'Correct it, and check again.')];
    return [
      wrong(
        check,
        `it does not accept a connection: ${reasonOf(error)}`,
        'Start it, or correct DATABASE_URL (docs/operations.md, “The database”).',
      ),
    ];
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
  if (major < 15 || major > 18)
    findings.push(wrong(check, `it is PostgreSQL ${major}`, 'Use one from 15 to 18: others are untested.'));
  for (const [name, right] of Object.entries(durableSettings))
    if (!right.includes(settings[name] ?? ''))
      findings.push(
        wrong(
          check,
          `${name} is ${settings[name]}: what was answered may be lost`,
          `Set ${name} to on and reload PostgreSQL: Lastro does not work on it until then.`,
        ),
      );
  return findings.length > 0 ? findings : [fine(check, `PostgreSQL ${major}, with durable settings`)];
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
  const said = `the database's is ${Math.abs(skewMs) < 1_000 ? `${skewMs} ms` : `${Math.round(skewMs / 1_000)} s`} from this machine's`;
  if (Math.abs(skewMs) <= mostSkewMs) return [fine('clock', said)];
  return [
    wrong(
      'clock',
      said,
      'Run chrony or another NTP client on both: business time is the database’s, tokens and codes are checked by this machine’s.',
    ),
  ];
}

async function checkContent(db: Database, config: Config): Promise<Finding[]> {
  const { mode } = config;
  const missing = await countMissing(db);
  if (missing > 0)
    return [
      wrong(
        'migrations',
        `${missing} are missing`,
        'Run “lastro migrate” with DATABASE_MIGRATE_URL, the login of its owner.',
      ),
    ];
  const said = missing === 0 ? 'complete' : `complete, and ${-missing} more from a later build`;
  const found = [fine('migrations', said), ...(await checkSealSecret(db, config))];
  const stamp = await readStamp(db);
  if (stamp === mode) return [...found, fine('mode', `the database is stamped ${stamp}`)];
  const what = stamp ? `the database is in mode ${stamp}, but MODE is ${mode}` : 'the database has no mode yet';
  return [...found, wrong('mode', what, 'Name the right database, or run “lastro migrate” with MODE once.')];
}

async function checkLogin(db: Database, { mode }: Config): Promise<Finding[]> {
  const powers = await findPowers(db);
  if (powers.length === 0) return [fine('login', 'it owns nothing and has no more rights than it needs')];
  const said = `${powers[0]?.login} has too many rights: ${powers.map(({ power }) => power).join('; ')}`;
  const remedy = 'Give DATABASE_URL a login that owns nothing (docs/operations.md, “The database”).';
  return [mode === 'production' ? wrong('login', said, remedy) : warn('login', said, remedy)];
}

/** An attacker inside a serving program can read its environment. */
function checkOwnersLogin({ mode }: Config, given: Patient['given']): Finding[] {
  if (mode !== 'production' || !(given.DATABASE_MIGRATE_URL || given.DATABASE_MIGRATE_URL_FILE)) return [];
  return [
    warn(
      'login',
      'the owner’s login is in this environment (DATABASE_MIGRATE_URL)',
      'Right for migrating; leave it out of the environment of “serve” and “work”.',
    ),
  ];
}
