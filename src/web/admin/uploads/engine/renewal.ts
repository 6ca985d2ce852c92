import { renewedSession } from '#domain/uploads/session.ts'
import type { Entries, Entry } from '#web/admin/uploads/engine/entries.ts'
import type { Surroundings } from '#web/admin/uploads/engine/types.ts'

type Follower = (former: string, sessionId: string) => void

/** How an upload leaves a session that the server refuses, and what is kept under its name goes along. */
export function createRenewal(around: Surroundings, entries: Entries, remember: (entry: Entry) => Promise<void>) {
  const { store, now } = around
  const followers = new Set<Follower>()

  /** The file begins anew under a session of its own. Once for each time that it goes on: else it might never end. */
  async function renew(entry: Entry): Promise<void> {
    const { session: former, release } = entry
    const sessionId = around.newId()
    const session = renewedSession(former, sessionId, now())
    const anew = { isRenewed: true, isRepeated: false, release: around.hold(sessionId) }
    entries.halt(entry, { session, state: 'waiting', ...anew })
    for (const follow of followers) follow(former.sessionId, sessionId)
    await remember(entry)
    await release?.()
    // Another tab goes on with it.
    if (await around.isHeld(former.sessionId)) return
    await store.remove(former.sessionId).catch(() => {})
  }

  return {
    renew,
    whenRenewed(follow: Follower) {
      followers.add(follow)
      return () => void followers.delete(follow)
    },
  }
}
