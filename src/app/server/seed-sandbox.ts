import { sandboxStaff, seedStaff } from '../../../db/seed-staff.ts';
import { demo, seedDemo } from '../../../db/seed.ts';
import type { Http } from '#http/server/http.ts';
import type { ServerReady } from './launch-installation.ts';

/** Seeds a sandbox: the demo customer, and the console's people if there is a console. Returns what the terminal shows of them. */
export async function seedSandbox(http: Http): Promise<Omit<ServerReady, 'ready'>> {
  await seedDemo(http);
  if (http.config.consolePort === null) return { demo };
  await seedStaff(http.db, http.config);
  return { demo, staff: sandboxStaff };
}
