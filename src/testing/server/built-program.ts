import { join } from 'node:path';
import { inject } from 'vitest';
import type { ProgramName } from './build-programs.ts';

/** Path of a program bundled from this run's sources, to be started by this Node. */
export function builtProgram(name: ProgramName): string {
  return join(inject('programs'), `${name}.js`);
}
