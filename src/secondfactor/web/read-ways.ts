import { type SecondFactorWay, secondFactorWays } from '../contract.ts';

/** Reads the ways of showing the key from a refusal, which arrives untyped through another folder. */
export function readWays(methods: unknown): SecondFactorWay[] {
  const said: unknown[] = Array.isArray(methods) ? methods : [];
  return secondFactorWays.filter((way) => said.includes(way));
}
