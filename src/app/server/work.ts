import { runProgram } from './run-program.ts';

/**
 * The clockwork alone: settling, transfers, awards, emails, purging. One is enough, two are safe. On `PORT` it serves health and metrics.
 */
runProgram({ serves: false, works: true });
