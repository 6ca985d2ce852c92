import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Log } from '#api/env.ts'
import type { Actor } from '#domain/actor.ts'
import { type PlainReason, type Reason, Refusal } from '#domain/refusal.ts'
import { refusalMessages } from '#domain/refusal-messages.ts'

export const httpStatusByReason = {
  invalid: 422,
  malformed: 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'no-demo': 409,
  'already-own': 409,
  'backup-failed': 503,
  'undo-over': 410,
  'undo-taken': 409,
  'undo-incomplete': 409,
  'too-large': 413,
  'too-many': 429,
  'unsupported-type': 415,
  'unknown-host': 421,
  'site-closed': 503,
  'no-design': 403,
  'has-administrator': 409,
  'main-host': 409,
  'host-unconfirmed': 409,
  'site-in-use': 409,
  'foreign-origin': 403,
  'method-not-allowed': 405,
  unavailable: 503,
  'storage-full': 507,
  unexpected: 500,

  'wrong-credentials': 401,
  'wrong-code': 401,
  'wrong-recovery-code': 401,
  'too-many-attempts': 429,
  'codes-unreadable': 503,
  'challenge-failed': 400,
  'challenge-expired': 401,
  'email-not-confirmed': 403,
  'link-invalid': 410,
  'last-administrator': 409,
  'confirmation-required': 403,
  'no-website-access': 403,
  'no-session': 401,
  'session-limited': 403,
  'session-refresh-failed': 401,
  'session-check-failed': 500,
  'reset-mail-failed': 503,
  'verification-mail-failed': 409,
  'account-status-failed': 400,
  'current-password-incorrect': 422,
  'password-change-failed': 500,
  'enrollment-not-started': 409,
  'enrollment-failed': 500,
  'enrollment-code-invalid': 422,
  'two-factor-not-disabled': 409,
  'recovery-failed': 500,
  'recovery-code-invalid': 401,
  'recovery-codes-not-stored': 500,

  'human-check-pending': 403,
  'human-check-needed': 403,
  'human-check-failed': 403,
  'contact-key-wrong': 401,
  'contact-not-configured': 503,
  'contact-not-sent': 503,
  'contact-no-address': 409,
  'message-unreadable': 409,
  'mail-not-retried': 409,

  'picture-too-large': 413,
  'picture-kind': 422,
  'picture-heic': 422,
  'picture-drawing': 422,
  'picture-animated': 422,
  'picture-too-many-pixels': 422,
  'picture-too-heavy': 422,
  'picture-damaged': 422,
  'picture-in-use': 409,
  'pictures-in-use': 409,
  'picture-same': 409,
  'media-file-too-large': 413,
  'media-file-kind': 422,
  'file-empty': 422,

  'site-too-long': 413,
  'schedule-in-the-past': 422,
  'already-scheduled': 409,
  'version-in-use': 409,
  'version-unreadable': 409,
  'nothing-to-publish': 409,
  'site-not-publishable': 422,

  'tour-needs-website': 400,
  'no-announcement-for-activity': 422,

  'product-has-active-orders': 409,
  'product-has-downloads': 409,
  'product-has-order-history': 409,
  'product-being-paid': 409,
  'product-without-files': 409,
  'bundle-part-without-files': 409,
  'last-file-on-sale': 409,
  'product-in-bundle': 409,
  'already-archived': 409,
  'not-archived': 409,

  'cart-empty': 422,
  'cart-changed': 409,
  'not-delivered': 422,
  'delivery-unknown': 422,
  'order-too-large': 422,
  'order-too-small': 422,
  'order-too-little': 422,

  'sold-out': 409,
  'checkout-key-used': 409,
  'checkout-over': 409,
  'payment-unavailable': 503,
  'payment-in-review': 409,
  'webhook-forged': 400,
  'webhook-other-mode': 400,
  'shop-not-open': 409,

  'orders-need-website': 400,
  'order-not-found': 404,
  'order-not-created': 404,
  'cannot-cancel': 409,
  'order-step': 409,
  'order-not-tracked': 409,
  'nothing-to-ship': 409,
  'nothing-to-refund': 409,
  'refund-later': 503,
  'nothing-to-mail': 409,
  'customer-erased': 409,
  'buyer-unreadable': 409,
  'too-many-notes': 409,
  'database-permission': 500,
  'token-error': 401,
  'database-relationship': 500,
  'database-table-missing': 500,
  'database-error': 500,

  'decryption-needs-sign-in': 401,
  'decryption-failed': 500,
  'batch-decryption-needs-sign-in': 401,
  'batch-decryption-failed': 500,
  'decryption-batch-empty': 422,
  'decryption-batch-too-large': 422,

  'customer-waits': 409,
  'customer-pays': 409,

  'file-too-large': 413,
  'file-changed': 409,
  'upload-session-not-found': 404,
  'upload-session-completed': 409,
  'upload-not-audio': 422,
  'upload-not-zip': 422,
  'upload-not-picture': 422,
  'chunk-damaged': 422,
  'chunk-out-of-place': 400,
  'file-damaged': 422,
  'too-many-uploads': 429,
  'upload-quota': 507,

  'download-unknown': 404,
  'download-expired': 410,
  'download-withdrawn': 410,
  'download-cancelled': 410,
  'download-used-up': 403,
  'download-file-missing': 503,
  'download-file-gone': 404,
  'page-gone': 410,
  'preview-ended': 410,
  'preview-only-shows': 403,
  'too-many-preview-links': 409,

  'download-of-cancelled': 409,
  'right-expired': 409,
  'right-withdrawn': 409,
  'no-recipient': 409,

  'download-analytics-failed': 500,
  'performance-metrics-failed': 500,
  'failure-rate-failed': 500,
} satisfies Record<Reason, ContentfulStatusCode>

export const errorBody = (reason: PlainReason) => ({ error: refusalMessages[reason] as string, reason })

const reasonOfStatus: Record<number, PlainReason> = { 400: 'malformed', 413: 'too-large', 415: 'unsupported-type' }
const retryAfterByReason: Partial<Record<Reason, string>> = {
  unavailable: '5',
  'download-file-missing': '3600',
  'payment-unavailable': '30',
  'refund-later': '60',
  'storage-full': '60',
  'too-many': '60',
  'too-many-uploads': '60',
}

export function sendRefusal(c: Context, refusal: Refusal) {
  const { reason, message, fields, facts } = refusal
  const wait = facts.retryAfterSeconds ?? retryAfterByReason[reason]
  if (wait) c.header('retry-after', String(wait))
  // The unread rest of the body is still on its way, so the connection cannot be reused.
  if (httpStatusByReason[reason] === 413) c.header('connection', 'close')
  const about = { ...(Object.keys(fields).length && { fields }), ...(Object.keys(facts).length && { facts }) }
  return c.json({ error: message, reason, ...about }, httpStatusByReason[reason])
}

/** A refusal is answered with its sentence. Anything else is a bug: logged whole, and nothing of it told. */
export const createErrorHandler =
  (log: Log): ErrorHandler =>
  (error, c) => {
    c.header('cache-control', 'no-store')
    if (error instanceof Refusal) {
      if (httpStatusByReason[error.reason] === 404) logNotFound(log, c)
      return sendRefusal(c, error)
    }
    if (error instanceof HTTPException && reasonOfStatus[error.status])
      return c.json(errorBody(reasonOfStatus[error.status]!), error.status as ContentfulStatusCode)
    if (c.env?.isCutOff?.()) return c.json(errorBody('malformed'), 400)
    log.error({ err: error, requestId: c.env?.requestContext?.requestId, path: c.req.routePath }, 'a route failed')
    return c.json(errorBody('unexpected'), 500)
  }

/** An administrator requests something that does not exist: it was just deleted, or they try ids of another site. */
function logNotFound(log: Log, c: Context): void {
  const actor: Actor | undefined = c.var.actor
  if (!actor || actor.kind === 'visitor') return
  const { userId } = actor
  log.warn(
    { requestId: c.env?.requestContext?.requestId, path: c.req.routePath, userId },
    'requested resource does not exist',
  )
}
