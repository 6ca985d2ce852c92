import type { Limit } from '#domain/accounts/limits.ts'

/** Who listens to everything there is does not come near it. */
export const playRates = {
  fromAddress: { name: 'plays-address', most: 240, seconds: 60 * 60 },
} as const satisfies Record<string, Limit>

/** At most so many seconds are believed of one message: a clip, and some that was heard again. */
export const mostSeconds = 600

/** Who has led somebody here, if that was another site: its host alone. */
export function referrerHost(address: string | undefined, ownHosts: readonly string[]): string | null {
  const url = address ? URL.parse(address) : null
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = url.hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .slice(0, 100)
  return host === '' || ownHosts.some((own) => own.replace(/^www\./, '') === host) ? null : host
}

/** From one second of a clip to another. */
export type Span = { from: number; to: number }

/** What of a clip was heard: what is heard again is in it once. */
export function afterHearing(spans: readonly Span[], heard: Span): Span[] {
  const meets = ({ from, to }: Span) => from <= heard.to && to >= heard.from
  const met = [heard, ...spans.filter(meets)]
  const joined = { from: Math.min(...met.map(({ from }) => from)), to: Math.max(...met.map(({ to }) => to)) }
  return [...spans.filter((span) => !meets(span)), joined]
}

/**
 * Somebody has heard a clip to its end, or so nearly that it makes no difference. Who jumps to its end has not, nor who
 * hears its beginning twice.
 */
export const isHeard = (spans: readonly Span[], length: number): boolean =>
  length > 0 && spans.reduce((sum, { from, to }) => sum + to - from, 0) >= length * 0.9

/** Where a browser keeps what it calls its day. */
export const playSessionKey = 'preview-session'

/** Of a session: browsers and the server agree on it wherever they are. */
export const sessionDay = (now: Date): string => now.toISOString().slice(0, 10)

/** `2026-05-01 0123…`: of today, or nothing. */
export function sessionOfDay(stored: string | null, today: string): string | null {
  const [day, session] = stored?.split(' ') ?? []
  return day === today && /^[0-9a-f]{32}$/.test(session ?? '') ? session! : null
}
