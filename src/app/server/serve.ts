import { runProgram } from './run-program.ts';

/** Web, API and console, in as many processes as the load needs. It runs no background work. */
runProgram({ serves: true, works: false });
