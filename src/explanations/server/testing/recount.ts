import type { TestInvestor } from '#testing/server/world.ts';
import { fromJsonNumber, type Micros } from '#money/money.ts';
import type { Accrual, ExplainedOperation, ExplainedPosting, Explanation } from '../../contract.ts';
import { type FigureName, figureRules, isTraded, leavesOf, ofMembers, type PositionName } from '../../figures.ts';
import { type Evidence, recountFigure, recountPosition, recountShown } from '../../recount.ts';

/** The figure shown according to the explanation, and the sum of its evidence as shown. */
export interface ShownTwice {
  shown: Micros;
  shownSum: Micros;
}

/** The value an explanation states, and the sum of its evidence, computed as the browser does. */
export interface Recounted {
  value: Micros;
  sum: Micros;
}

/** A recomputed figure: to the micro-dollar, and as its screen shows it. */
export interface Counted {
  sum: Micros;
  shown: Micros;
}

export async function recount(
  investor: TestInvestor,
  figure: FigureName,
  limit = 500,
): Promise<Recounted & ShownTwice> {
  const head = await readHead(investor, figure);
  const evidence = await readEvidence(investor, [figure], new Date(head.At), limit);
  const { sum, shown } = evidence(figure);
  return { value: fromJsonNumber(head.Value), sum, shown: fromJsonNumber(head.Shown), shownSum: shown };
}

/** What a member of the network brought. */
export async function recountMember(investor: TestInvestor, id: string): Promise<Recounted & ShownTwice> {
  const head = await readHead(investor, `${ofMembers}/${id}`);
  const postings = await readAll<ExplainedPosting>(investor, `${ofMembers}/${id}/postings`, head, 2);
  const evidence = (): Evidence => ({ postings, accruals: [] });
  const at = new Date(head.At);
  return {
    value: fromJsonNumber(head.Value),
    sum: recountFigure(ofMembers, evidence, at),
    shown: fromJsonNumber(head.Shown),
    shownSum: recountShown(ofMembers, evidence, at),
  };
}

/** Fetches the evidence for all these figures once and returns a function that recomputes each of them. */
export async function readEvidence(
  investor: TestInvestor,
  figures: readonly FigureName[],
  at: Date,
  limit = 500,
): Promise<(figure: FigureName) => Counted> {
  const evidence = new Map<FigureName, Evidence>();
  for (const leaf of new Set(figures.flatMap(leavesOf))) {
    const list = 'moves' in figureRules[leaf] ? 'postings' : 'accruals';
    const rows = await readAll(investor, `${leaf}/${list}`, { At: at.toISOString() }, limit);
    evidence.set(leaf, { postings: [], accruals: [], [list]: rows });
  }
  const of = (leaf: FigureName): Evidence => evidence.get(leaf) as Evidence;
  return (figure) => ({ sum: recountFigure(figure, of, at), shown: recountShown(figure, of, at) });
}

/** A position's two computations must agree; if they do not, the one that differs from the value is returned. */
export async function recountOf(investor: TestInvestor, name: PositionName, id: string): Promise<Recounted> {
  const head = await readHead(investor, `${name}/${id}`);
  if (!head.Position) throw new Error('a position has terms');
  const postings = await readAll<ExplainedPosting>(investor, `${name}/${id}/postings`, head);
  const operations = isTraded(name)
    ? await readAll<ExplainedOperation>(investor, `${name}/${id}/operations`, head)
    : [];
  const value = fromJsonNumber(head.Value);
  const { counted, agreed } = recountPosition(name, head.Position, { postings, operations }, new Date(head.At));
  return { value, sum: counted === value ? agreed : counted };
}

async function readHead(investor: TestInvestor, path: string): Promise<Explanation> {
  const answer = await investor.get(`/api/explanations/${investor.id}/${path}`);
  if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}: ${answer.body}`);
  return answer.json<Explanation>();
}

/** Reads every page of a list, as of the timestamp of the value. */
export async function readAll<Row extends ExplainedPosting | ExplainedOperation | Accrual>(
  investor: TestInvestor,
  path: string,
  { At }: Pick<Explanation, 'At'>,
  limit = 500,
): Promise<Row[]> {
  const end = new Date(Date.parse(At) + 1).toISOString();
  const rows: Row[] = [];
  let url: string | undefined = `/api/explanations/${investor.id}/${path}?limit=${limit}&end=${end}`;
  while (url) {
    const answer = await investor.get(url);
    if (answer.statusCode !== 200) throw new Error(`${url} was answered ${answer.statusCode}: ${answer.body}`);
    rows.push(...answer.json<Row[]>());
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  return rows;
}
