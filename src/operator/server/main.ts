import { runLastro } from './run-lastro.ts';

/** `npm run lastro -- COMMAND`. */
process.exitCode = await runLastro(process.argv.slice(2), {
  env: process.env,
  out: (text) => console.log(text),
  err: (text) => console.error(text),
});
