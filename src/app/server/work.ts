import { runProgram } from './run-program.ts';

/** The clockwork alone: settling, transfers, awards, mails, purging. One is enough, two are safe. On `PORT` it tells how it is. */
runProgram({ serves: false, works: true });
