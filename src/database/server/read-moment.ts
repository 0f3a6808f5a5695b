import pg from 'pg';

const timestamptzOid = 1184;
const readAny = pg.types.getTypeParser(timestamptzOid, 'text') as (text: string) => Date | number;

/**
 * Parses a timestamp as PostgreSQL writes it when the session's zone is UTC, as ours is: `2026-11-24 17:05:54.123456+00`. Any other form
 * (another zone, before Christ, after 9999, infinity) is parsed by node-postgres, at five times the cost.
 */
export function readMoment(text: string): Date | number {
  const isPlain = text.endsWith('+00') && text[4] === '-' && text[10] === ' ' && text.length >= 22;
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAny(text);
}
