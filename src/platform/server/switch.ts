import type { Setting } from './settings.ts';

/** A setting that is turned on and off by commands of its own, `<name> open` and `<name> close`. */
export interface Switch {
  name: string;
  setting: Setting<boolean>;
  /** What is open or closed, to begin a sentence with. */
  what: string;
  /** What each command does, for the usage. */
  open: string;
  close: string;
}
