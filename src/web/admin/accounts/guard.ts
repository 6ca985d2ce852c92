import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { safeRedirectPath } from '#domain/accounts/redirect.ts'
import { sessionTexts } from '#domain/texts/accounts.ts'
import { signedOutFlag } from '#web/admin/accounts/signed-out-flag.ts'
import { type Session, type SignedInUser, sessionQuery } from '#web/admin/session/session-query.ts'
import type { ApiClient } from '#web/api-client.ts'

type Context = { api: ApiClient; queryClient: QueryClient }

const noSession: Session = { user: null, hasAccess: false, limited: false, managesSites: false }
export const defaultPathAfterSignIn = '/admin/dashboard'

/** The pages that a session opened by a recovery code may see. */
const limitedPages: readonly string[] = ['/admin/settings', '/admin/change-password']

/** Runs before every screen of the admin area, on the server and in the browser. The API checks each call again. */
export async function requireAccess(
  context: Context,
  { href, pathname }: { href: string; pathname: string },
): Promise<{ user: SignedInUser }> {
  const { user, hasAccess, limited } = await currentSession(context)
  if (!user) throw redirect({ to: '/admin/login', search: { from: href } })
  if (!hasAccess) throw redirect({ to: '/admin/unauthorized' })
  if (limited && !limitedPages.includes(pathname))
    throw redirect({ to: '/admin/settings', search: { tab: 'security' } })
  return { user }
}

/** Who is signed in, with access to this website and no limit; null for everybody else. */
export async function fetchUserWithAccess(context: Context): Promise<SignedInUser | null> {
  const { user, hasAccess, limited } = await currentSession(context).catch(() => noSession)
  return hasAccess && !limited ? user : null
}

/** A user who has access already skips the login page. */
export async function redirectIfSignedIn(context: Context, from: string | undefined): Promise<void> {
  const { hasAccess } = await currentSession(context).catch(() => noSession)
  if (hasAccess) throw redirect({ href: safeRedirectPath(from, defaultPathAfterSignIn) })
}

async function currentSession({ api, queryClient }: Context): Promise<Session> {
  if (signedOutFlag.isSet()) return noSession
  try {
    return await queryClient.fetchQuery(sessionQuery(api))
  } catch {
    throw new Error(sessionTexts.checkFailed)
  }
}
