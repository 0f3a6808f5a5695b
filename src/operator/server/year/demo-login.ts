/** The investor that a sandbox shows its visitors; created by db/seed.ts, and part of a simulated year. */
export const demo = { email: 'demo@lastro.example', password: 'lastro-demo' };
