import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { isBelowMinCharge, isChargeableCurrency } from '#domain/chargeable-currencies.ts'
import {
  chargeObject,
  endpointObject,
  hasPaymentIntent,
  intentObject,
  isSessionPaid,
  paymentIntentIdOf,
  refundObject,
  type SandboxSession,
  sessionIdOfPaymentIntent,
  sessionObject,
} from '#server/payments/sandbox/objects.ts'
import {
  endpointFilters,
  type FormParameters,
  findUnsupportedParameter,
  intentParameters,
  noParameters,
  parameterAt,
  parseStripeForm,
  refundFilters,
  refundParameters,
  type SupportedParameters,
  sessionFilters,
  sessionParameters,
  textParameterAt,
} from '#server/payments/sandbox/parameters.ts'
import { type RefundRow, type SandboxSessionRow, type SandboxStore, sandboxId } from '#server/payments/sandbox/store.ts'
import { stripeApiVersion } from '#server/payments/stripe.ts'

type Deps = {
  store: SandboxStore
  secretKey: string
  clock: () => Date
  payPage: (session: SandboxSessionRow) => string
  find: (id: string) => Promise<SandboxSession | null>
  expire: (id: string) => Promise<boolean>
  onRefund: (known: SandboxSession) => Promise<void>
  /** Where the events of each site go. */
  webhookUrls: () => readonly string[]
}

class StripeApiError extends Error {
  readonly status: 400 | 401 | 404
  readonly kind: string
  readonly code: string | undefined

  constructor(status: 400 | 401 | 404, message: string, details: { kind?: string; code?: string } = {}) {
    super(message)
    this.status = status
    this.kind = details.kind ?? 'invalid_request_error'
    this.code = details.code
  }
}

/** The part of Stripe's HTTP API that a shop uses, with the checks that reveal our mistakes. */
export function sandboxApi(deps: Deps) {
  const { secretKey, clock } = deps
  return new Hono()
    .onError((error, c) =>
      error instanceof StripeApiError
        ? c.json({ error: { type: error.kind, code: error.code, message: error.message } }, error.status)
        : c.json({ error: { type: 'api_error', message: String(error) } }, 500),
    )
    .notFound((c) => c.json({ error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } }, 404))
    .use(async (c, next) => {
      c.header('date', clock().toUTCString())
      const [given, wanted] = [Buffer.from(c.req.header('authorization') ?? ''), Buffer.from(`Bearer ${secretKey}`)]
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
        throw new StripeApiError(401, 'Invalid API Key provided')
      if (c.req.header('stripe-version') !== stripeApiVersion)
        throw new StripeApiError(400, `The version of the API must be pinned to ${stripeApiVersion}.`)
      await next()
    })
    .route('/v1/checkout/sessions', sessionRoutes(deps))
    .route('/v1/payment_intents', intentRoutes(deps))
    .route('/v1/refunds', refundRoutes(deps))
    .get('/v1/webhook_endpoints', (c) => {
      const query = formOf(searchOf(c), endpointFilters)
      return c.json({ ...pageOf(deps.webhookUrls().map(endpointObject), query), url: '/v1/webhook_endpoints' })
    })
}

function sessionRoutes({ store, clock, payPage, find, expire }: Deps) {
  const presentSession = (known: SandboxSession) => sessionObject(known, payPage(known))
  const requireSession = async (id: string): Promise<SandboxSession> => {
    const known = await find(id)
    if (!known) throw new StripeApiError(404, `No such checkout.session: '${id}'`)
    return known
  }
  return new Hono()
    .post('/', async (c) => {
      const text = await c.req.text()
      const form = formOf(text, sessionParameters)
      const [id, requestHash] = [sandboxId('cs_test', idempotencyKeyOf(c)), hashOf(text)]
      if (!(await store.session(id)))
        await store.open(openedFrom(form, { id, requestHash, createdAt: unixSeconds(clock()) }))
      // Read again: a concurrent request with this key may have opened it.
      const known = await requireSession(id)
      if (known.requestHash !== requestHash) throw keyUsed()
      return c.json(presentSession(known))
    })
    .get('/', async (c) => {
      const query = formOf(searchOf(c), sessionFilters)
      const intent = textParameterAt(query, 'payment_intent')
      const one = intent && (await find(sessionIdOfPaymentIntent(intent)))
      const all = intent ? (one && hasPaymentIntent(one) ? [one] : []) : await store.sessions()
      const known = await Promise.all(all.filter(createdWithin(query)).map(({ id }) => requireSession(id)))
      const status = textParameterAt(query, 'status')
      if (status && !['open', 'complete', 'expired'].includes(status))
        throw new StripeApiError(400, `Invalid status: ${status}`)
      const listed = known.map(presentSession).filter((session) => !status || session.status === status)
      return c.json({ ...pageOf(listed, query), url: '/v1/checkout/sessions' })
    })
    .get('/:id', async (c) => {
      formOf(searchOf(c), noParameters)
      return c.json(presentSession(await requireSession(c.req.param('id'))))
    })
    .post('/:id/expire', async (c) => {
      formOf(await c.req.text(), noParameters)
      const known = await requireSession(c.req.param('id'))
      if (!(await expire(known.id)))
        throw new StripeApiError(400, 'Only Checkout Sessions with a status in ["open"] can be expired.')
      return c.json(presentSession(await requireSession(known.id)))
    })
}

function intentRoutes({ store, find }: Deps) {
  return new Hono().get('/:id', async (c) => {
    const expanded = parameterAt(formOf(searchOf(c), intentParameters), 'expand')
    const fields = Object.values(typeof expanded === 'object' ? expanded : {})
    const other = fields.find((field) => field !== 'latest_charge')
    if (other) throw new StripeApiError(400, `This property cannot be expanded here (${String(other)}).`)
    const known = await sessionPaidBy(find, c.req.param('id'))
    return c.json(intentObject(known, await store.refunds(), { expands: fields.length > 0 }))
  })
}

function refundRoutes({ store, clock, find, onRefund }: Deps) {
  const currencyOf = async ({ paymentIntent }: RefundRow) => (await sessionPaidBy(find, paymentIntent)).currency
  return new Hono()
    .post('/', async (c) => {
      const text = await c.req.text()
      const form = formOf(text, refundParameters)
      const [id, requestHash] = [sandboxId('re', idempotencyKeyOf(c)), hashOf(text)]
      const known = await sessionPaidBy(find, textParameterAt(form, 'payment_intent') ?? '')
      const requested = textParameterAt(form, 'amount')
      for (;;) {
        const refunds = await store.refunds()
        const before = refunds.find((refund) => refund.id === id)
        if (before && before.requestHash !== requestHash) throw keyUsed()
        if (before) return c.json(refundObject(before, known.currency))
        const left = known.amount - chargeObject(known, refunds).amount_refunded
        const amount = Number(requested ?? left)
        if (!isSessionPaid(known))
          throw new StripeApiError(400, 'This PaymentIntent does not have a successful charge to refund.')
        if (!Number.isInteger(amount) || amount < 1 || amount > left)
          throw new StripeApiError(
            400,
            `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
          )
        const row = {
          id,
          requestHash,
          paymentIntent: paymentIntentIdOf(known.id),
          amount,
          createdAt: unixSeconds(clock()),
        }
        const place = refunds.filter(({ paymentIntent }) => paymentIntent === row.paymentIntent).length
        // False when a concurrent refund of this payment was stored first: the remainder is computed again.
        if (!(await store.refund(row, place))) continue
        await onRefund(known)
        return c.json(refundObject(row, known.currency))
      }
    })
    .get('/', async (c) => {
      const query = formOf(searchOf(c), refundFilters)
      const intent = textParameterAt(query, 'payment_intent')
      const rows = (await store.refunds())
        .filter(createdWithin(query))
        .filter(({ paymentIntent }) => !intent || paymentIntent === intent)
      const listed = await Promise.all(rows.map(async (row) => refundObject(row, await currencyOf(row))))
      return c.json({ ...pageOf(listed, query), url: '/v1/refunds' })
    })
}

async function sessionPaidBy(find: Deps['find'], intent: string): Promise<SandboxSession> {
  const known = await find(sessionIdOfPaymentIntent(intent))
  if (!known || !hasPaymentIntent(known)) throw new StripeApiError(404, `No such payment_intent: '${intent}'`)
  return known
}

function idempotencyKeyOf(c: Context): string {
  const key = c.req.header('idempotency-key')
  if (!key) throw new StripeApiError(400, 'A request that changes something needs an idempotency key here.')
  return key
}

const unixSeconds = (moment: Date) => Math.floor(+moment / 1000)

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const searchOf = (c: Context) => new URL(c.req.url).search.slice(1)

const keyUsed = () =>
  new StripeApiError(
    400,
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    {
      kind: 'idempotency_error',
    },
  )

/** Refuses parameters that it would ignore, so that code does not rely on what only Stripe does. */
function formOf(text: string, known: SupportedParameters): FormParameters {
  const form = parseStripeForm(text)
  const other = findUnsupportedParameter(form, known)
  if (other)
    throw new StripeApiError(400, `The payment sandbox does not support the parameter ${other}.`, {
      code: 'parameter_unknown',
    })
  return form
}

function createdWithin(query: FormParameters) {
  const timestampBound = (word: string) => {
    const value = textParameterAt(query, 'created', word)
    if (value !== null && !/^\d+$/.test(value)) throw new StripeApiError(400, `Invalid integer: ${value}`)
    return value === null ? null : Number(value)
  }
  const [gt, gte, lt, lte] = [timestampBound('gt'), timestampBound('gte'), timestampBound('lt'), timestampBound('lte')]
  return ({ createdAt: at }: { createdAt: number }): boolean =>
    (gt === null || at > gt) && (gte === null || at >= gte) && (lt === null || at < lt) && (lte === null || at <= lte)
}

/** Newest first. */
function pageOf<T extends { id: string; created: number }>(all: T[], query: FormParameters) {
  const sorted = all.toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))
  const after = textParameterAt(query, 'starting_after')
  const at = after === null ? -1 : sorted.findIndex(({ id }) => id === after)
  if (after !== null && at < 0) throw new StripeApiError(400, `No such object: '${after}'`)
  const limit = Number(textParameterAt(query, 'limit') ?? 10)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new StripeApiError(400, 'limit must be from 1 to 100.')
  return { object: 'list', has_more: at + 1 + limit < sorted.length, data: sorted.slice(at + 1, at + 1 + limit) }
}

function openedFrom(
  form: FormParameters,
  made: Pick<SandboxSessionRow, 'id' | 'requestHash' | 'createdAt'>,
): SandboxSessionRow {
  const now = made.createdAt
  const mode = textParameterAt(form, 'mode')
  if (mode !== 'payment') throw new StripeApiError(400, `The payment sandbox supports mode=payment only, not ${mode}.`)
  const items = parameterAt(form, 'line_items')
  const lines = Object.values(typeof items === 'object' ? items : {}).map((item) => {
    const line = item as FormParameters
    return {
      name: textParameterAt(line, 'price_data', 'product_data', 'name') ?? '',
      unitAmount: Number(textParameterAt(line, 'price_data', 'unit_amount')),
      quantity: Number(textParameterAt(line, 'quantity')),
      currency: textParameterAt(line, 'price_data', 'currency') ?? '',
    }
  })
  const currency = lines[0]?.currency ?? ''
  const isAmountFrom = (n: number, min: number) => Number.isInteger(n) && n >= min && n <= 99_999_999
  if (
    !lines.length ||
    !lines.every((line) => line.name && isAmountFrom(line.unitAmount, 0) && isAmountFrom(line.quantity, 1))
  )
    throw new StripeApiError(400, 'Each line item needs a name, a unit_amount and a quantity.')
  if (lines.length > 100) throw new StripeApiError(400, 'A payment has at most 100 line items.')
  if (lines.some((line) => line.currency !== currency))
    throw new StripeApiError(400, 'All line items must have one currency.')
  if (!isChargeableCurrency(currency.toUpperCase())) throw new StripeApiError(400, `Invalid currency: ${currency}`)
  const amount = lines.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0)
  if (isBelowMinCharge(amount, currency.toUpperCase()))
    throw new StripeApiError(400, 'The total amount is below the least that can be charged.', {
      code: 'amount_too_small',
    })
  const expiresAt = Number(textParameterAt(form, 'expires_at') ?? now + 86_400)
  if (!(expiresAt >= now + 1_800))
    throw new StripeApiError(
      400,
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    )
  if (expiresAt > now + 86_400)
    throw new StripeApiError(
      400,
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    )
  const [successUrl, cancelUrl] = [textParameterAt(form, 'success_url'), textParameterAt(form, 'cancel_url')]
  if (!successUrl) throw new StripeApiError(400, 'You must provide a success_url.')
  const metadata = parameterAt(form, 'metadata')
  return {
    ...made,
    expiresAt,
    amount,
    currency,
    lines: lines.map(({ name, unitAmount, quantity }) => ({ name, unitAmount, quantity })),
    checkoutId: textParameterAt(form, 'client_reference_id'),
    metadata: typeof metadata === 'object' ? (metadata as Record<string, string>) : {},
    successUrl: successUrl.replaceAll('{CHECKOUT_SESSION_ID}', made.id),
    cancelUrl,
  }
}
