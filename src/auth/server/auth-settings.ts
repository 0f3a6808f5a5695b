import * as z from 'zod/mini';
import { declareSetting } from '#settings/server/settings.ts';

/** In the sandbox, load tests create their customers from one machine. */
export const registrationsPerHour = declareSetting({
  key: 'auth.registrations_per_hour',
  unit: 'count',
  description: 'How many accounts one network address may create in an hour',
  schema: z.int().check(z.gte(1), z.lte(1_000_000)),
  standard: (mode) => (mode === 'sandbox' ? 5000 : 30),
});

export const authSettings = [registrationsPerHour];
