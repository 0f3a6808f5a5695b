import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { cloneDatabase, type TestDatabase } from '#testing/server/clone-database.ts';
import { noteChange } from '../changes.ts';
import { openClient } from '../clients.ts';
import { commitTogether } from '../commit-together.ts';
import type { Database, Tx } from '../database.ts';
import { codeOf } from '../is-lost.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { withFormForMany } from '../prepared-work.ts';

/** What an effect does while it is recorded. */
const behaviour = `CREATE TABLE effects (customer uuid, what text, key uuid PRIMARY KEY, xid xid8 DEFAULT pg_current_xact_id());
   CREATE TABLE doors (customer uuid PRIMARY KEY);
   CREATE SEQUENCE tries;
   CREATE SEQUENCE stops;
   GRANT ALL ON effects, doors, tries, stops TO PUBLIC;
   CREATE FUNCTION behave() RETURNS trigger LANGUAGE plpgsql AS $$
   DECLARE
     is_shared boolean := coalesce(current_setting('lastro.spans_cells', true), '') = 'on';
   BEGIN
     PERFORM set_config('lock_timeout', CASE WHEN is_shared THEN '50ms' ELSE '60s' END, true);
     CASE NEW.what
       WHEN 'refused' THEN RAISE EXCEPTION 'no' USING ERRCODE = 'LB032', DETAIL = NEW.customer;
       WHEN 'spoils' THEN RAISE EXCEPTION 'no';
       WHEN 'only alone' THEN
         IF is_shared THEN RAISE EXCEPTION 'no' USING ERRCODE = 'LB032', DETAIL = NEW.customer; END IF;
       WHEN 'collides once' THEN
         IF nextval('tries') = 1 THEN RAISE EXCEPTION 'no' USING ERRCODE = '40P01'; END IF;
       WHEN 'is stopped once' THEN
         IF nextval('stops') = 1 THEN RAISE EXCEPTION 'no' USING ERRCODE = '57014'; END IF;
       WHEN 'passes a door' THEN PERFORM FROM doors d WHERE d.customer = NEW.customer FOR UPDATE;
       ELSE
         IF NEW.what LIKE 'names %' THEN RAISE EXCEPTION 'no' USING DETAIL = substr(NEW.what, 7); END IF;
     END CASE;
     RETURN NEW;
   END $$;
   CREATE TRIGGER behave BEFORE INSERT ON effects FOR EACH ROW EXECUTE FUNCTION behave();
   CREATE FUNCTION wait_for_7() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = '60s' AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(7); RETURN NEW; END $$;
   CREATE TRIGGER waits BEFORE INSERT ON effects FOR EACH ROW WHEN (NEW.what = 'waits') EXECUTE FUNCTION wait_for_7()`;

const insert = withFormForMany('INSERT INTO effects VALUES ($1, $2, $3)', {
  text: 'INSERT INTO effects SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[])',
  heldUp: `SELECT g.customer FROM unnest($1::uuid[]) AS g (customer) JOIN doors USING (customer)
    WHERE g.customer NOT IN (SELECT d.customer FROM doors d FOR UPDATE SKIP LOCKED)`,
});

export interface Wish {
  on?: Database;
  customer?: string;
  what?: string;
  before?: (tx: Tx) => unknown;
}

/** Calls that may share a commit, in a database of their own. */
export interface Effects {
  db: TestDatabase;
  /** Another connection, to hold what calls wait for. */
  holder: pg.Client;
  /** Records an effect under a new key; returns the key. */
  effect(wish?: Wish): Promise<string>;
  /** As many as it takes, with one more call, to share a transaction. */
  others(): Promise<string>[];
  /** The transaction that each of these effects was committed in. */
  transactionsOf(keys: readonly string[]): Promise<string[]>;
  /** How many of this database's transactions wait for an advisory lock. */
  countWaiting(): Promise<number | null>;
  close(): Promise<void>;
}

export async function openEffects(): Promise<Effects> {
  const db = await cloneDatabase();
  const holder = await openClient({ connectionString: db.adminUrl });
  await askAsOwner(db.adminUrl, behaviour);
  const effect: Effects['effect'] = ({ on = db, customer = randomUUID(), what = 'done', before } = {}) => {
    const key = randomUUID();
    return commitTogether(on, customer, async (tx) => {
      await before?.(tx);
      tx.send(insert, [customer, what, key], (error) => new Error(`refused: ${codeOf(error)}`, { cause: error }));
      noteChange(tx, customer, 'money');
      return key;
    });
  };
  return {
    db,
    holder,
    effect,
    others: () => times(4).map(() => effect()),
    transactionsOf: async (keys) => {
      const rows = await db.query<{ xid: string }>(
        'SELECT xid::text FROM unnest($1::uuid[]) WITH ORDINALITY AS k (key, n) JOIN effects USING (key) ORDER BY n',
        [keys],
      );
      expect(rows).toHaveLength(keys.length);
      return rows.map(({ xid }) => xid);
    },
    countWaiting: async () => (await holder.query(`SELECT ${waiting}`)).rowCount,
    close: async () => {
      await holder.end();
      await db.close();
    },
  };
}

/** Those of this database's connections that wait for an advisory lock. */
export const waiting = `pid FROM pg_locks JOIN pg_database d ON d.oid = database
  WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;

/** For polls: the machine may be busy. */
export const patient = { timeout: 8_000 };

export const times = (count: number): undefined[] => Array.from({ length: count });

/** How many shared transactions were rolled back because of their calls. */
export async function separations(): Promise<number> {
  return (await metrics.getSingleMetric('lastro_commits_separated_total')?.get())?.values[0]?.value ?? 0;
}

/** How often the database had this trouble. */
export async function troubles(cause: string): Promise<number> {
  const { values } = (await metrics.getSingleMetric('lastro_database_troubles_total')?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['cause'] === cause)?.value ?? 0;
}
