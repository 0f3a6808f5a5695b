import { runProgram } from './run-program.ts';

/** Both in one process, as `npm start` runs it: web and API, and the clockwork. */
runProgram({ serves: true, works: true });
