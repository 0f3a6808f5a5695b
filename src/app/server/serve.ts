import { runProgram } from './run-program.ts';

/** Web, API and the console, as many as there are customers for. Nothing happens in it that nobody asked for. */
runProgram({ serves: true, works: false });
