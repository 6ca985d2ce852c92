/** Something that a person must set right before the process can go on; the message is all they need to know. */
export class OperatorError extends Error {
  readonly explained = true
}

/** Asked of errors that may come from another copy of this module, so the class alone would not tell. */
export const isOperatorError = (error: unknown): error is Error => error instanceof Error && 'explained' in error
