/**
 * How long a test waits for anything before it says what did not come. How fast things are is the bench's to judge: a
 * busy machine takes its time, and a house on an empty folder makes all of its demo first.
 */
export const patience = 180_000
