import type { SiteTx } from '#server/db/in-site.ts'
import { alone } from '#server/db/lock.ts'

/** For something new: an id of the asker's own, the same in every try. */
export type Tried = { id?: string | undefined }

/**
 * Whether a try before this one has made it, whose answer was lost on the way. Until the end of the transaction nobody
 * else makes something under the same id.
 */
export async function isMade(
  tx: SiteTx,
  id: string,
  find: (id: string) => Promise<readonly unknown[]>,
): Promise<boolean> {
  await alone(tx, `new ${id}`)
  return (await find(id)).length > 0
}
