import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { normalizeEmail } from '#domain/accounts/email.ts'
import type { RateLimit } from '#domain/accounts/limits.ts'
import { exportLifetimeMs, exportRateLimits } from '#domain/privacy/export.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { accountLimitKey } from '#server/accounts/rate-limits.ts'
import { hashToken, hashTokenIfValid, newToken } from '#server/accounts/tokens.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { type ContactDeps, messagesOfCustomer } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import type { SealContext } from '#server/crypto/sealer.ts'
import { supportNotesOf } from '#server/customer-support/notes.ts'
import { supportNotes } from '#server/customer-support/table.ts'
import { newId } from '#server/db/id.ts'
import { asRole, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { countAttempt } from '#server/limits/rate-limit.ts'
import type { Mail } from '#server/mail/message.ts'
import { queueMail } from '#server/mail/queue.ts'
import { renderMail } from '#server/mail/template.ts'
import { exportCheckoutsWithoutOrder } from '#server/privacy/checkouts-without-order.ts'
import type { PrivacyDeps } from '#server/privacy/erase.ts'
import { exportOrdersOfEmail } from '#server/privacy/export-orders.ts'
import { dataExports } from '#server/privacy/table.ts'
import { exportFailedMailsOf } from '#server/privacy/unsent-mails.ts'

type SiteWords = { name: string; locale: string; origin: string }
type ExportRequest = { email: string; site: SiteWords; now: Date }

/**
 * Counts the request. Strangers can use up both limits, so neither refuses it: a mailbox above its limit has a link already,
 * and above the limit of the site a known customer still gets the mail.
 */
export async function mayMailExportLink(
  auth: AuthContext,
  { websiteId, email, isKnown }: { websiteId: string; email: string; isKnown: () => Promise<boolean> },
): Promise<boolean> {
  const isOver = async (limit: RateLimit, subject: string) =>
    (await auth.inSite((tx) => countAttempt(tx, accountLimitKey(auth, limit, subject), auth.now))).over !== null
  if (await isOver(exportRateLimits.perMailbox, email.toLowerCase())) return false
  return !(await isOver(exportRateLimits.perSite, websiteId)) || isKnown()
}

/** Whether or not the site knows the address: only the mailbox is told anything. */
export async function requestExport(tx: SiteTx, deps: ContactDeps, { email, site, now }: ExportRequest): Promise<void> {
  const { websiteId } = scopeOf(tx)
  const id = newId()
  const token = newToken()
  await tx.insert(dataExports).values({
    id,
    tokenHash: hashToken(token),
    email: deps.sealer.seal(sealContext(websiteId, id, 'email'), normalizeEmail(email)),
    emailIndex: deps.blindIndex(websiteId, email),
    requestedAt: now,
    expiresAt: new Date(+now + exportLifetimeMs),
  })
  await queueMail(tx, exportMail({ site, to: normalizeEmail(email), token }))
}

/** Whether anything is kept under an address that can be looked for by it. */
export async function hasPersonalData(tx: SiteTx, deps: PrivacyDeps, email: string): Promise<boolean> {
  const { websiteId } = scopeOf(tx)
  const [written, bought] = [deps.contact, deps.orders].map(({ blindIndex }) => blindIndex(websiteId, email))
  const found = [
    ...(await tx.select().from(contactMessages).where(eq(contactMessages.emailIndex, written!)).limit(1)),
    ...(await tx.select().from(orders).where(eq(orders.emailIndex, bought!)).limit(1)),
    ...(await tx.select().from(supportNotes).where(eq(supportNotes.emailIndex, written!)).limit(1)),
  ]
  return found.length > 0
}

/** Whether the link in a mail still leads anywhere; looking at it does not use it up. */
export async function isExportLinkValid(tx: SiteTx, token: string, now: Date): Promise<boolean> {
  const { id } = dataExports
  const found = await tx.select({ id }).from(dataExports).where(isOpen(token, now))
  return found.length === 1
}

/** Who asked with this link, as long as it is open; looking does not use it up. */
export async function emailOfExportLink(tx: SiteTx, deps: ContactDeps, token: string, now: Date): Promise<string> {
  const { websiteId } = scopeOf(tx)
  const { id, email } = dataExports
  const [found] = await tx.select({ id, email }).from(dataExports).where(isOpen(token, now))
  if (!found) throw new Refusal('link-invalid')
  return deps.sealer.open(sealContext(websiteId, found.id, 'email'), found.email)
}

/** Uses the link up, and gathers what there is. The token is for the file, and stays with who has confirmed. */
export async function confirmDataExport(
  tx: SiteTx,
  deps: PrivacyDeps,
  { token, site, account, now }: { token: string; site: Pick<SiteWords, 'name'>; account: object | null; now: Date },
): Promise<{ fileToken: string; expiresAt: Date }> {
  const { websiteId } = scopeOf(tx)
  const [confirmed] = await tx.update(dataExports).set({ confirmedAt: now }).where(isOpen(token, now)).returning()
  if (!confirmed) throw new Refusal('link-invalid')
  const { id, expiresAt } = confirmed
  const { sealer } = deps.contact
  const email = sealer.open(sealContext(websiteId, id, 'email'), confirmed.email)
  const found = { website: site.name, email, gatheredAt: now, account, ...(await personalData(tx, deps, email)) }
  const fileToken = newToken()
  const content = sealer.seal(sealContext(websiteId, id, 'content'), JSON.stringify(found, null, 2))
  await tx
    .update(dataExports)
    .set({ content, fileTokenHash: hashToken(fileToken) })
    .where(eq(dataExports.id, id))
  return { fileToken, expiresAt }
}

/** Everything that is kept under an address, by what it is; `privacy.test.ts` of the API lists the exceptions. */
async function personalData(tx: SiteTx, { contact, orders }: PrivacyDeps, email: string) {
  const { websiteId } = scopeOf(tx)
  return {
    messages: await messagesOfCustomer(tx, contact, contact.blindIndex(websiteId, email)),
    orders: await exportOrdersOfEmail(tx, orders.sealer, orders.blindIndex(websiteId, email)),
    unplaced: await asRole(tx, 'checkout', () => exportCheckoutsWithoutOrder(tx, orders.sealer, email)),
    support: (await supportNotesOf(tx, contact.sealer, contact.blindIndex(websiteId, email))).map(
      ({ kind, written, createdAt }) => ({ kind, writtenAt: createdAt, ...written }),
    ),
    unsent: await exportFailedMailsOf(tx, contact.sealer, email),
  }
}

export async function exportFile(tx: SiteTx, deps: ContactDeps, fileToken: string, now: Date): Promise<string> {
  const { websiteId } = scopeOf(tx)
  const { id, content, fileTokenHash, expiresAt } = dataExports
  const [found] = await tx
    .select({ id, content })
    .from(dataExports)
    .where(and(eq(fileTokenHash, hashTokenIfValid(fileToken) ?? ''), gt(expiresAt, now)))
  if (!found?.content) throw new Refusal('link-invalid')
  return deps.sealer.open(sealContext(websiteId, found.id, 'content'), found.content)
}

export async function sweepExports(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(dataExports).where(lte(dataExports.expiresAt, now))
}

const isOpen = (token: string, now: Date) =>
  and(
    eq(dataExports.tokenHash, hashTokenIfValid(token) ?? ''),
    isNull(dataExports.confirmedAt),
    gt(dataExports.expiresAt, now),
  )

const sealContext = (websiteId: string, rowId: string, column: 'email' | 'content'): SealContext => ({
  websiteId,
  table: 'data_exports',
  column,
  rowId,
})

function exportMail({ site, to, token }: { site: SiteWords; to: string; token: string }): Mail {
  const subject = `Your data at ${site.name}`
  return {
    to,
    subject,
    ...renderMail({
      site,
      heading: subject,
      paragraphs: [
        `Somebody, probably you, has asked for a copy of the data that the website of ${site.name} stores for this address. The link works once, within 24 hours.`,
      ],
      action: { label: 'Get the data', href: `${site.origin}/privacy/verify-export/${token}` },
      footnote: 'If it was not you, ignore this mail: nobody else can see your data.',
    }),
  }
}
