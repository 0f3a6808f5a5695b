/**
 * Values for the message; an instant appears as a date in the message, and as ISO 8601 in `details`. An object is for the client program
 * alone: what it needs to request whatever is missing.
 */
export type RefusalValues = Record<string, string | number | Date | object>;

/**
 * A refusal is an expected no. Each folder declares its refusals once, with their HTTP status; the texts are in that folder's messages
 * under `refusals.<code>`, in five languages. Throwing one rolls the transaction back and answers the customer; anything else that is
 * thrown is a fault. A code that no folder declared does not compile.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /**
   * @param folder the namespace whose messages hold the text
   * @param code stable English snake_case, part of the HTTP contract
   * @param status the HTTP status of the answer
   * @param values values for the text, also sent as `details` of the answer
   */
  constructor(
    readonly folder: string,
    readonly code: string,
    readonly status: number,
    readonly values: RefusalValues = {},
    readonly retryAfterSeconds?: number,
  ) {
    super(`${folder}.${code}`);
  }
}

export interface Refusals<Codes extends Record<string, number>> {
  folder: string;
  codes: Codes;
  /** Creates a refusal of this folder, to be thrown. */
  refuse: (code: keyof Codes & string, values?: RefusalValues, retryAfterSeconds?: number) => Refusal;
}

export function declareRefusals<const Codes extends Record<string, number>>(
  folder: string,
  codes: Codes,
): Refusals<Codes> {
  return {
    folder,
    codes,
    refuse: (code, values, retryAfterSeconds) =>
      new Refusal(folder, code, codes[code] as number, values, retryAfterSeconds),
  };
}
