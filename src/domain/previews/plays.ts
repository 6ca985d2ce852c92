import type { RateLimit } from '#domain/accounts/limits.ts'

/** A visitor who listens to everything stays far below this. */
export const playRateLimits = {
  fromAddress: { name: 'plays-address', max: 240, seconds: 60 * 60 },
} as const satisfies Record<string, RateLimit>

/** The most seconds that one report can hold: a clip and some repeats. */
export const maxReportedSeconds = 600

/** The host of the referring page, if it belongs to another site. */
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
export type PlayedSpan = { from: number; to: number }

/** Adds a heard span to the others; overlapping spans are merged. */
export function addPlayedSpan(spans: readonly PlayedSpan[], heard: PlayedSpan): PlayedSpan[] {
  const touchesHeardSpan = ({ from, to }: PlayedSpan) => from <= heard.to && to >= heard.from
  const met = [heard, ...spans.filter(touchesHeardSpan)]
  const joined = { from: Math.min(...met.map(({ from }) => from)), to: Math.max(...met.map(({ to }) => to)) }
  return [...spans.filter((span) => !touchesHeardSpan(span)), joined]
}

/**
 * Whether a visitor has heard at least nine tenths of a clip. Jumping to its end does not count, nor does hearing its
 * beginning twice.
 */
export const isHeardToEnd = (spans: readonly PlayedSpan[], length: number): boolean =>
  length > 0 && spans.reduce((sum, { from, to }) => sum + to - from, 0) >= length * 0.9

/** The local storage key of the session id of the day. */
export const playSessionKey = 'preview-session'

/** The UTC day of a session, the same for browser and server. */
export const playSessionDay = (now: Date): string => now.toISOString().slice(0, 10)

/** The session of today in `2026-05-01 0123…`; null for another day. */
export function parsePlaySession(stored: string | null, today: string): string | null {
  const [day, session] = stored?.split(' ') ?? []
  return day === today && /^[0-9a-f]{32}$/.test(session ?? '') ? session! : null
}
