import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv, Log } from '#api/env.ts'
import { answers, anyone, declaresInput, EmptyAnswer } from '#api/guards.ts'
import { limitRequestRate } from '#api/site/visitor-limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { createMemoryRateLimit } from '#server/limits/memory-limit.ts'

const text = z.string().max(2_000).catch('')
/** As browsers have always sent them, one at a time. */
const ReportUriReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text.optional(),
    'violated-directive': text.optional(),
    'blocked-uri': text,
  }),
})
/** As they collect them now, with reports about other matters. */
const ReportingApiReports = z
  .array(
    z.looseObject({
      type: text,
      body: z.looseObject({ documentURL: text, effectiveDirective: text, blockedURL: text }).catch({
        documentURL: '',
        effectiveDirective: '',
        blockedURL: '',
      }),
    }),
  )
  .max(50)
const Reports = z.union([ReportUriReport, ReportingApiReports])
const types = ['application/csp-report', 'application/reports+json', 'application/json']

type Violation = { directive: string; blocked: string; page: string }

/** Contains no personal data and no tokens: of addresses only the origin or the first part of the path. */
const createViolation = (page: string, directive: string, blocked: string): Violation => ({
  directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'unknown',
  blocked: redactBlockedUrl(blocked),
  page: /^\/[a-z0-9-]{0,24}(?=\/|$)/.exec(URL.canParse(page) ? new URL(page).pathname : '')?.[0] ?? '/…',
})

function redactBlockedUrl(blocked: string): string {
  if (/^[a-z-]{1,24}$/.test(blocked)) return blocked
  if (!URL.canParse(blocked)) return 'unknown'
  const { origin, protocol } = new URL(blocked)
  return origin === 'null' ? protocol : origin
}

function violationsIn(reports: z.output<typeof Reports>): Violation[] {
  if (Array.isArray(reports))
    return reports
      .filter(({ type }) => type === 'csp-violation')
      .map(({ body }) => createViolation(body.documentURL, body.effectiveDirective, body.blockedURL))
  const report = reports['csp-report']
  const directive = report['effective-directive'] || report['violated-directive'] || ''
  return [createViolation(report['document-uri'], directive, report['blocked-uri'])]
}

const maxGroups = 200
const hour = 3_600_000

/** A broken page sends many equal reports: per hour the first, tenth and hundredth are logged. */
function createReportCounter() {
  let counts = new Map<string, number>()
  let endsAt = 0
  return (site: string, seen: Violation, { log, now }: { log: Log; now: Date }): void => {
    if (+now >= endsAt || +now < endsAt - hour) {
      counts = new Map()
      endsAt = +now + hour
    }
    const group = [site, seen.directive, seen.blocked, seen.page].join(' ')
    if (!counts.has(group) && counts.size >= maxGroups) return
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    if (Number.isInteger(Math.log10(count))) log.warn({ site, ...seen, count }, 'content security policy violation')
  }
}

const rateLimit = createMemoryRateLimit({ max: 60, seconds: 60 })
const reportCounter = createReportCounter()

/** What browsers blocked because of the page's policy: a failed attack or a mistake of ours. */
export const cspReportsRoutes = new Hono<ApiEnv>().post(
  '/',
  anyone(),
  limitRequestRate(rateLimit),
  declaresInput({ body: Reports, bodyMedia: types }),
  answers('Logs the CSP violations that a browser reports.', EmptyAnswer, 202),
  async (c) => {
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (!types.includes(type)) throw new Refusal('unsupported-type')
    const sent = Reports.safeParse(await c.req.json().catch(() => null))
    if (!sent.success) throw new Refusal('malformed')
    for (const seen of violationsIn(sent.data)) reportCounter(c.var.site.name, seen, c.var)
    return c.json({}, 202)
  },
)
