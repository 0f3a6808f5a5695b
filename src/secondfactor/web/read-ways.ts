import { type SecondFactorWay, secondFactorWays } from '../contract.ts';

/** By what the key can be shown, as a refusal said it: it comes through another folder, which does not know what it is. */
export function readWays(methods: unknown): SecondFactorWay[] {
  const said: unknown[] = Array.isArray(methods) ? methods : [];
  return secondFactorWays.filter((way) => said.includes(way));
}
