import { runLastro } from '#operator/server/run-lastro.ts';
import { subscribers } from './subscribers.ts';

/** `npm run lastro -- COMMAND`. */
const subscribed = { events: subscribers };
process.exitCode = await runLastro(process.argv.slice(2), subscribed, {
  env: process.env,
  out: (text) => console.log(text),
  err: (text) => console.error(text),
});
