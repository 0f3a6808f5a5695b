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
    why: 'it blocks writes to the table while the index is built: use CREATE INDEX CONCURRENTLY IF NOT EXISTS, alone in a migration that begins with “-- outside a transaction”',
  },
  {
    is: new RegExp(`^DROP TABLE ${name}`, 'i'),
    why: 'the previous build still reads it: drop it a release later, and mark it with “-- contracts: RELEASE”',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*DROP (?:COLUMN|CONSTRAINT)`, 'i'),
    why: 'the previous build still names it: drop it a release later, and mark it with “-- contracts: RELEASE”',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*RENAME`, 'i'),
    why: 'the previous build uses the old name: add the new one, write both, drop the old one a release later',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*ALTER (?:COLUMN )?\\w+ (?:SET DATA )?TYPE`, 'i'),
    why: 'it rewrites the whole table under a lock: add a column, fill it in batches, switch over',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*SET NOT NULL`, 'i'),
    why: 'it reads every row under a lock, and the previous build leaves it empty: use a CHECK … NOT VALID, validated in a later migration',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*ADD COLUMN (?!.*DEFAULT)(?:\\w+) .*NOT NULL`, 'i'),
    why: 'the previous build inserts without it: give it a default, or make it nullable',
  },
  {
    is: new RegExp(
      `^ALTER TABLE ${name} .*ADD COLUMN .*(?:GENERATED ALWAYS AS|DEFAULT (?:gen_random_uuid|random|clock_timestamp))`,
      'i',
    ),
    why: 'it rewrites the whole table under a lock',
  },
  {
    is: new RegExp(`^ALTER TABLE ${name} .*ADD (?:CONSTRAINT \\w+ )?(?:CHECK|FOREIGN KEY)(?!.*NOT VALID)`, 'i'),
    why: 'it reads every row under a lock: use NOT VALID, and VALIDATE CONSTRAINT in a later migration',
  },
  {
    is: new RegExp(
      `^ALTER TABLE ${name} .*ADD (?:CONSTRAINT \\w+ )?(?:UNIQUE|PRIMARY KEY|EXCLUDE)(?!.*USING INDEX)`,
      'i',
    ),
    why: 'its index is built under a lock: build it CONCURRENTLY first, and add the constraint USING INDEX',
  },
  {
    is: new RegExp(`^(?:UPDATE|DELETE FROM) ${name}`, 'i'),
    why: 'it changes any number of rows in one transaction: let a job do it in batches',
  },
  {
    is: /^(?:VACUUM FULL|CLUSTER|REINDEX (?!.*CONCURRENTLY)|LOCK|TRUNCATE)(?: TABLE)? ?([\w.]*)/i,
    why: 'it locks out all other sessions',
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
        why: '“-- outside a transaction” is only for CONCURRENTLY, and CONCURRENTLY needs it',
      });
    if (isOutside && !/IF (?:NOT )?EXISTS/i.test(statement))
      complaints.push({
        statement: statement.slice(0, 120),
        why: 'if interrupted, it is retried: use IF NOT EXISTS, or IF EXISTS',
      });
  }
  if (isOutside && statements.length !== 1)
    complaints.push({ statement: '', why: 'only one statement is allowed outside a transaction' });
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
