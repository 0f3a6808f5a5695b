import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Declaration, Declared, Look, Looking } from '#commands/server/declaration.ts';
import { writeValues } from '#commands/server/read-values.ts';
import { sayPlainly } from '#commands/server/say.ts';
import { requireLeftAlone } from './approved-alone.ts';
import type { Lastro, Outcome } from './command.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from './record-action.ts';

type Values = Readonly<Record<string, unknown>>;

/** Runs a declared command, with its entry in the account of actions. */
export function runDeclared(declared: Declared, lastro: Lastro, values: Values): Promise<Outcome> {
  return 'show' in declared ? look(declared, lastro, values) : run(declared, lastro, values);
}

export function lookingOf({ db, mode, commandNames, brokerage, readFile }: Omit<Lastro, 'operator'>): Looking {
  const atOneMoment: Looking['atOneMoment'] = (read) =>
    transaction(db, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await tx.query('SET LOCAL statement_timeout = 0');
      return read(tx);
    });
  return { sql: db, mode, commandNames, brokerage, readFile, atOneMoment };
}

/** Records the look before what it shows is returned. */
async function look(declared: Look, lastro: Lastro, values: Values): Promise<Outcome> {
  const { db, operator } = lastro;
  const { lines, json, seen, isWrong = false } = await declared.show({ ...lookingOf(lastro), operator }, values);
  const details = seen ?? ownOf(declared, writeValues(declared, values));
  if (seen || operator.staffId !== null) {
    await transaction(db, (tx) => recordAction(tx, { operator, action: declared.name, details }));
  }
  return { lines, json, isRefused: isWrong };
}

async function run(declared: Declaration, lastro: Lastro, values: Values): Promise<Outcome> {
  const { db, mode, operator, events, commandNames, consoleUrl, replica } = lastro;
  const looking = lookingOf(lastro);
  const brought = await declared.bring?.({ ...looking, db, events, replica }, values);
  const inTurn = declared.inTurn ?? ((work) => work());
  const carryOut = async (tx: Tx) => {
    const { atOneMoment } = looking;
    const on = { tx, mode, operator, by: authorOf(operator).name, events, commandNames, consoleUrl, atOneMoment };
    const { outcome, facts, was, also = [], letsOut, shown, isWrong = false } = await declared.run(on, values, brought);
    if (letsOut !== undefined) await requireLeftAlone(tx, mode, operator, letsOut);
    const stored = writeValues(declared, values);
    const own = ownOf(declared, stored);
    const details = { ...own, ...(facts as Readonly<Record<string, string>>) };
    const isNow = was && Object.fromEntries(Object.keys(was).map((name) => [name, details[name] ?? '']));
    for (const beside of also) await recordAction(tx, { operator: { ...operator, requestId: null }, ...beside });
    await recordAction(tx, { operator, action: declared.name, details, ...(was && { was }), ...(isNow && { isNow }) });
    const text = declared.words('en').outcomes[outcome] ?? '';
    // At the machine people are called what they were typed as; what a request keeps names them by id.
    const line = sayPlainly(declared, text, operator.staffId === null ? { ...details, ...own } : details);
    return {
      lines: [line, ...(shown?.lines ?? [])],
      json: { outcome, ...details, ...shown?.json },
      isRefused: isWrong,
    };
  };
  return inTurn(() => transaction(db, carryOut));
}

/** Without what was pinned, as the entry itself says what was replaced, or what identifies somebody. */
function ownOf({ params }: Declared, stored: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => params[name]?.isRecorded));
}
