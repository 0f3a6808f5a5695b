import { join } from 'node:path';
import { inject } from 'vitest';
import type { ProgramName } from './build-programs.ts';

/** A program to be started by this Node, as this run's sources make it. */
export function builtProgram(name: ProgramName): string {
  return join(inject('programs'), `${name}.js`);
}
