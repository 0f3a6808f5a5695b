/**
 * What a migration may do to a database in use while the previous build serves beside the new one (CONTRIBUTING.md, “Migrations”). Tables
 * that it creates itself are exempt, since nobody uses them yet.
 */
export interface Complaint {
  statement: string;
  why: string;
}

/** The last migration of the first release; null until there is one. The rules apply to later migrations. */
export const lastOfFirstRelease: string | null = null;

interface Rule {
  /** Matches a statement to which the rule applies, without comments and on one line. */
  is: RegExp;
  why: string;
}

const name = '(?:IF (?:NOT )?EXISTS )?(?:ONLY )?([\\w.]+)';
/** The first group of each pattern is the table concerned. */
const rules: readonly Rule[] = [
  {
    is: /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?\w+ ON (?:ONLY )?([\w.]+)/i,
    why: 'nobody writes the table while the index is made: CREATE INDEX CONCURRENTLY IF NOT EXISTS, alone in a migration that begins with “-- outside a transaction”',
  },
  {
    is: new RegExp(`^DROP TABLE ${name}`, 'i'),
    why: 'the former build still reads it: drop it a release later, and say so with “-- contracts: RELEASE”',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*DROP (?:COLUMN|CONSTRAINT)`, 'i'),
    why: 'the former build still names it: drop it a release later, and say so with “-- contracts: RELEASE”',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*RENAME`, 'i'),
    why: 'the former build knows the old name: add the new one, write both, drop the old one a release later',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*ALTER (?:COLUMN )?\\w+ (?:SET DATA )?TYPE`, 'i'),
    why: 'the whole table is written anew behind a lock: add a column, fill it in portions, change over',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*SET NOT NULL`, 'i'),
    why: 'every row is read behind a lock, and the former build leaves it empty: a CHECK … NOT VALID, validated in a later migration',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*ADD COLUMN (?!.*DEFAULT)(?:\\w+) .*NOT NULL`, 'i'),
    why: 'the former build inserts without it: give it a default, or let it be empty',
  },
  {
    is: new RegExp(
      `^ALTER TABLE ${name} .*ADD COLUMN .*(?:GENERATED ALWAYS AS|DEFAULT (?:gen_random_uuid|random|clock_timestamp))`,
      'i',
    ),
    why: 'the whole table is written anew behind a lock',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*ADD (?:CONSTRAINT \\w+ )?(?:CHECK|FOREIGN KEY)(?!.*NOT VALID)`, 'i'),
    why: 'every row is read behind a lock: NOT VALID, and VALIDATE CONSTRAINT in a later migration',
  },
  {
    is: new RegExp(
      `^ALTER TABLE ${name} .*ADD (?:CONSTRAINT \\w+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)(?!.*USING INDEX)`,
      'i',
    ),
    why: 'its index is made behind a lock: make it CONCURRENTLY first, and add the constraint USING INDEX',
  },
  {
    is: new RegExp(`^(?:UPDATE|DELETE FROM) ${name}`, 'i'),
    why: 'however many rows, in one transaction: let a job do it in portions',
  },
  {
    is: /^(?:VACUUM FULL|CLUSTER|REINDEX (?!.*CONCURRENTLY)|LOCK|TRUNCATE)(?: TABLE)? ?([\w.]*)/i,
    why: 'it locks everybody out',
  },
];

/** Returns the complaints about the text of a migration. */
export function findComplaints(sql: string): Complaint[] {
  const isOutside = sql.startsWith('-- outside a transaction');
  const contracts = /^-- contracts: \S+/m.test(sql);
  const statements = splitStatements(sql);
  const made = new Set(
    statements.flatMap(
      (statement) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i.exec(statement)?.[1] ?? [],
    ),
  );
  const complaints: Complaint[] = [];
  for (const statement of statements) {
    for (const { is, why } of rules) {
      const found = is.exec(statement);
      if (!found || made.has(found[1] ?? '') || (contracts && why.includes('contracts:'))) continue;
      complaints.push({ statement: statement.slice(0, 120), why });
    }
    if (/CONCURRENTLY/i.test(statement) !== isOutside)
      complaints.push({
        statement: statement.slice(0, 120),
        why: '“-- outside a transaction” is for CONCURRENTLY alone, and the other way round',
      });
    if (isOutside && !/IF (?:NOT )?EXISTS/i.test(statement))
      complaints.push({
        statement: statement.slice(0, 120),
        why: 'interrupted it is tried again: IF NOT EXISTS, or IF EXISTS',
      });
  }
  if (isOutside && statements.length !== 1)
    complaints.push({ statement: '', why: 'outside a transaction one statement stands alone' });
  return complaints;
}

/** Splits into statements without comments, each on one line; semicolons in quotes or dollar quotes do not end a statement. */
export function splitStatements(sql: string): string[] {
  const parts =
    sql.match(/--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|;|[^-/$'";]+|[-/$]/g) ?? [];
  const statements = [''];
  for (const part of parts) {
    if (part === ';') statements.push('');
    else if (!part.startsWith('--') && !part.startsWith('/*'))
      statements[statements.length - 1] += part.startsWith('$') && part.length > 1 ? ' … ' : part;
  }
  return statements.map((statement) => statement.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}
