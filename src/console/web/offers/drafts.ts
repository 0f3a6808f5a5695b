import type { Unit } from '#console/offers-contract.ts';

/** Parses a typed number in the reader's own format, with at most so many decimals, as a plain decimal. */
type Read = (typed: string, places: number) => string | null;

/** A stake period while being typed. */
export interface PlanDraft {
  days: string;
  rate: string;
  amounts: string;
  offered: boolean;
}

/** Stake periods while being typed, as they stand in the form: JSON. */
export function readPlans(draft: string): PlanDraft[] {
  return draft.startsWith('[') ? (JSON.parse(draft) as PlanDraft[]) : [];
}

interface PlanValue {
  days: number;
  rate: number;
  amounts: number[];
  offered: boolean;
}

/** The current value as the initial draft, with numbers in the reader's format. */
export function draftOf(unit: Unit | null, value: unknown, write: (number: number) => string = String): string {
  const textOf = (each: unknown): string => (typeof each === 'number' ? write(each) : String(each));
  if (unit === 'plans') {
    const plans = (value as PlanValue[]).map(({ days, rate, amounts, offered }): PlanDraft => {
      return { days: String(days), rate: write(rate), amounts: amounts.join(' '), offered };
    });
    return JSON.stringify(plans);
  }
  return Array.isArray(value) ? value.map(textOf).join(unit === 'commands' ? ', ' : ' ') : textOf(value);
}

/** Units whose value is a list, typed in one field. */
export const lists: ReadonlySet<Unit> = new Set(['amounts', 'percents', 'rates', 'commands']);
const whole: ReadonlySet<Unit> = new Set(['days', 'hours', 'minutes', 'count']);

/** The typed value in the command's format; undefined while it cannot be one. Whether it is allowed is up to the server. */
export function valueOfDraft(unit: Unit | null, draft: string, read: Read): string | undefined {
  if (unit === 'plans') return plansOfDraft(readPlans(draft), read);
  const typed = draft.trim();
  if (unit === 'open') return typed === 'true' || typed === 'false' ? typed : undefined;
  if (unit === 'zone') return typed === '' ? undefined : JSON.stringify(typed);
  if (unit === 'commands')
    return JSON.stringify(
      typed
        .split(/[,;]/)
        .map((each) => each.trim())
        .filter(Boolean),
    );
  if (unit !== null && lists.has(unit)) return listOf(typed, unit === 'amounts', read);
  const number = numberOf(typed, unit !== null && whole.has(unit), read);
  return number === undefined ? undefined : String(number);
}

function plansOfDraft(plans: readonly PlanDraft[], read: Read): string | undefined {
  const periods = plans.map(({ days, rate, amounts, offered }) => ({
    days: numberOf(days, true, read),
    rate: numberOf(rate, false, read),
    amounts: wordsOf(amounts).map((each) => numberOf(each, true, read)),
    offered,
  }));
  const isWhole = periods.every(
    ({ days, rate, amounts }) =>
      days !== undefined && rate !== undefined && amounts.length > 0 && !amounts.includes(undefined),
  );
  return isWhole && periods.length > 0 ? JSON.stringify(periods) : undefined;
}

function listOf(typed: string, areWhole: boolean, read: Read): string | undefined {
  const numbers = wordsOf(typed).map((each) => numberOf(each, areWhole, read));
  return numbers.includes(undefined) ? undefined : JSON.stringify(numbers);
}

/** Separated by whitespace or semicolons, since a comma may be the decimal separator. */
function wordsOf(typed: string): string[] {
  return typed.split(/[\s;]+/).filter(Boolean);
}

function numberOf(typed: string, isWhole: boolean, read: Read): number | undefined {
  const decimal = read(typed, isWhole ? 0 : 6);
  return decimal === null ? undefined : Number(decimal);
}
