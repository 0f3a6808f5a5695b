/** The investor that a sandbox shows its visitors; db/seed.ts makes them, and a simulated year is theirs as well. */
export const demo = { email: 'demo@lastro.example', password: 'lastro-demo' };
