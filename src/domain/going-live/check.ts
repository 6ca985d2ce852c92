/** The checks of the page "Going live", in the order in which an owner does them. */
export const checkIds = ['domain', 'certificate', 'mail', 'payments', 'backups', 'second-factor'] as const
export type CheckId = (typeof checkIds)[number]

/** `todo`: not set up yet. `bad`: set up, but does not work. `unknown`: could not be checked. */
export const checkStates = ['ok', 'todo', 'bad', 'unknown'] as const
export type GoingLiveState = (typeof checkStates)[number]

export const dnsRecordTypes = ['A', 'AAAA', 'CNAME', 'TXT'] as const
export const dnsRecordStates = ['there', 'missing', 'wrong', 'unknown'] as const

/** A DNS record to set, and whether it is there. */
export type DnsRecord = {
  type: (typeof dnsRecordTypes)[number]
  name: string
  /** Null when someone else has to provide it; the note says who. */
  value: string | null
  state: (typeof dnsRecordStates)[number]
  note: string | null
}

export type CheckResult = {
  state: GoingLiveState
  /** What is so, and what to do about it. */
  sentence: string
  records?: DnsRecord[]
  /** Moments that belong to it, each with a label. */
  moments?: { label: string; at: Date }[]
}

/** The results of several parts as one: the worst counts. */
const severity: Record<GoingLiveState, number> = { ok: 0, unknown: 1, todo: 2, bad: 3 }

export const worstResultOf = <T extends { state: GoingLiveState }>(first: T, ...others: T[]): T =>
  others.reduce((worst, other) => (severity[other.state] > severity[worst.state] ? other : worst), first)

/** The answer of a check that took too long or failed itself. */
export const timedOutResult: CheckResult = {
  state: 'unknown',
  sentence: 'This could not be checked in time. Check again in a moment.',
}
