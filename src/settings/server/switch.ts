import type { Setting } from './settings.ts';

/** A setting that is turned on and off by its own commands, `<name> open` and `<name> close`. */
export interface Switch {
  name: string;
  setting: Setting<boolean>;
  /** The thing that is open or closed, as the beginning of a sentence. */
  what: string;
  /** Descriptions of the two commands for the usage text. */
  open: string;
  close: string;
}
