/** Why an operator's command did nothing, in a sentence for them; the program ends with 1. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
