/**
 * A failure that the person who typed the command can act on. The message is a complete sentence in plain words; the catcher prints that
 * sentence and nothing else: no stack, no "Error:".
 */
export class PlainFailure extends Error {
  override name = 'PlainFailure';
}
