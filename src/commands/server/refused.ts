/** A refusal with its reason: one English sentence for the person who typed the command. Exit code 1. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';

  constructor(
    /** By which a declared command words it in five languages. */
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** The command was mistyped. Exit code 2. */
export class Mistyped extends Error {
  override readonly name = 'Mistyped';

  /** @param field the parameter that was mistyped, for a form to say it there */
  constructor(
    sentence: string,
    readonly field?: string,
  ) {
    super(sentence);
  }
}
