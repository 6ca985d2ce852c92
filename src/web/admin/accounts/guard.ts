import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { redirectPath } from '#domain/accounts/redirect.ts'
import { sessionTexts } from '#domain/texts/accounts.ts'
import { signedOutMark } from '#web/admin/accounts/signed-out-mark.ts'
import { type Session, type SignedInUser, sessionQuery } from '#web/admin/session/session-query.ts'
import type { ApiClient } from '#web/api-client.ts'

type Context = { api: ApiClient; queryClient: QueryClient }

const nobody: Session = { user: null, hasAccess: false, limited: false }
export const afterSignIn = '/admin/dashboard'

/** What is open to a session that a recovery code has opened. */
const openToLimited: readonly string[] = ['/admin/settings', '/admin/change-password']

/** Before any screen of the admin area, on the server as in the browser. The API asks again for each call. */
export async function onlyWithAccess(
  context: Context,
  { href, pathname }: { href: string; pathname: string },
): Promise<{ user: SignedInUser }> {
  const { user, hasAccess, limited } = await currentSession(context)
  if (!user) throw redirect({ to: '/admin/login', search: { from: href } })
  if (!hasAccess) throw redirect({ to: '/admin/unauthorized' })
  if (limited && !openToLimited.includes(pathname))
    throw redirect({ to: '/admin/settings', search: { tab: 'security' } })
  return { user }
}

/** Whoever may enter already has no use for the login page. */
export async function notWithAccess(context: Context, from: string | undefined): Promise<void> {
  const { hasAccess } = await currentSession(context).catch(() => nobody)
  if (hasAccess) throw redirect({ href: redirectPath(from, afterSignIn) })
}

async function currentSession({ api, queryClient }: Context): Promise<Session> {
  if (signedOutMark.isSet()) return nobody
  try {
    return await queryClient.fetchQuery(sessionQuery(api))
  } catch {
    throw new Error(sessionTexts.checkFailed)
  }
}
