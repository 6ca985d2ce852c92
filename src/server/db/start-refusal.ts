import { Explained } from '#domain/explained.ts'

/** The database cannot be opened, and the one sentence says what a person can do about it. */
export class StartRefusal extends Explained {
  override readonly name = 'StartRefusal'
}
