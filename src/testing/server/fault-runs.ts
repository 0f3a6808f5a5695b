/**
 * For tests that spoil the brokerage's answers or kill its caller: `FAULT_RUNS=200 npx vitest run --project server src/wallet` runs each of
 * them that many times.
 */
export const faultRuns = { repeats: Number(process.env.FAULT_RUNS ?? '1') - 1 };
