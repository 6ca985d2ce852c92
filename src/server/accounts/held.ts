import { eq } from 'drizzle-orm'
import { sameEmail } from '#domain/accounts/email.ts'
import { sessions, users, userWebsiteAccess } from '#server/accounts/table.ts'
import { accountOf } from '#server/accounts/users.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** What is kept of somebody's account that concerns this website; null for those who have none. */
export async function accountHeldOn(tx: SiteTx, email: string) {
  const found = await accountOf(tx, sameEmail(email))
  if (!found) return null
  const [{ createdAt } = { createdAt: null }] = await tx
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, found.id))
  const [access] = await tx
    .select({ since: userWebsiteAccess.createdAt })
    .from(userWebsiteAccess)
    .where(eq(userWebsiteAccess.userId, found.id))
  const { device, createdAt: openedAt, lastSeenAt } = sessions
  const open = await tx.select({ device, openedAt, lastSeenAt }).from(sessions).where(eq(sessions.userId, found.id))
  return { email: found.email, createdAt, administratorSince: access?.since ?? null, sessions: open }
}
