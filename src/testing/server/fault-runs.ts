/**
 * For tests that spoil what the brokerage answers or kill who asks it: `FAULT_RUNS=200 npx vitest run --project server src/wallet` does each of
 * them so many times.
 */
export const faultRuns = { repeats: Number(process.env.FAULT_RUNS ?? '1') - 1 };
