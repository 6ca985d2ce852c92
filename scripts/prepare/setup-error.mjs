/** What a person must know or do, in one sentence; printed without a stack. */
export class SetupError extends Error {}
