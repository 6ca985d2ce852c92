import { Refusal } from '#domain/refusal.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { deviceOf } from '#server/accounts/device.ts'
import { makeLink, openLink, useUp } from '#server/accounts/links.ts'
import { newBrowserMail } from '#server/accounts/mails.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { endOthers } from '#server/accounts/sessions.ts'
import { newToken } from '#server/accounts/tokens.ts'
import { type Account, lockedAccount, setPassword, turnOffIfSetUpSince } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

/** Somebody has signed in with a browser that nobody has signed in with before: whose account it is hears of it. */
export async function tellOfNewBrowser(tx: SiteTx, auth: AuthContext, account: Account): Promise<void> {
  if (deviceOf(auth, account)?.has === 'signed-in') return
  const token = await makeLink(tx, auth, 'disown', account)
  await queueMail(tx, newBrowserMail(auth, account.email, token))
}

/**
 * "This was not me": every session ends, on all websites, the password that the stranger knows opens nothing any more,
 * and two-factor authentication that was set up since that sign-in is off: it may be the stranger's. The answer is a link for a new password; whoever loses it asks for another one.
 */
export async function disownSignIn(auth: AuthContext, { token }: { token: string }): Promise<{ resetToken: string }> {
  // Looked at before, so that nobody has us hash passwords for nothing, and used up after.
  if (!(await auth.inSite((tx) => openLink(tx, auth, 'disown', token)))) throw new Refusal('link-invalid')
  const nobodys = await hashPassword(newToken())
  return auth.inSite(async (tx) => {
    const link = await openLink(tx, auth, 'disown', token)
    if (!link) throw new Refusal('link-invalid')
    const account = await lockedAccount(tx, link.userId)
    // Somebody may have used it while we waited for the account.
    if (!(await openLink(tx, auth, 'disown', token))) throw new Refusal('link-invalid')
    await useUp(tx, auth, link)
    const passwordVersion = await setPassword(tx, account.id, nobodys)
    await endOthers(tx, account.id)
    await turnOffIfSetUpSince(tx, account.id, link.createdAt)
    const about = { resourceType: 'account', action: 'sign_in_disowned', userId: account.id } as const
    await record(tx, { ...about, details: { address: auth.address } }, auth.now)
    return { resetToken: await makeLink(tx, auth, 'reset', { ...account, passwordVersion }) }
  })
}
