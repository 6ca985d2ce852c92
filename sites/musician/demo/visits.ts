import type { Device } from '#domain/analytics/device.ts'
import { seeded } from '#sites/seeded.ts'

/** A listener of the demo: on which of the last days, at what hour, to which product, and what came of it. */
export type DemoListener = {
  daysAgo: number
  hour: number
  /** Which of what can be heard, counted in its own order. */
  pick: number
  /** None for those who want nothing recorded. */
  session: string | null
  device: Device
  referrer: string | null
  seconds: number
  isComplete: boolean
  hasPutIntoCart: boolean
}

const hosts = ['radio-north-sea.example', 'the-listening-room.example', 'songs-by-post.example', 'folk-weekly.example']
const devices: Device[] = ['mobile', 'mobile', 'mobile', 'desktop', 'desktop', 'tablet', 'other']

/** Sixty days of listeners, the same at every first start: more of them at weekends, and more of them of late. */
export function demoListeners(today: Date): DemoListener[] {
  const dice = seeded(4_117)
  const of = <T>(some: readonly T[]): T => some[Math.floor(dice() * some.length)]!
  return Array.from({ length: 60 }, (_, daysAgo) => {
    const weekday = new Date(+today - daysAgo * 86_400_000).getUTCDay()
    const busy = weekday === 5 || weekday === 6 ? 1.5 : 1
    const many = Math.round((6 + 12 * (1 - daysAgo / 60) + 6 * dice()) * busy)
    return Array.from({ length: many }, (): DemoListener => {
      const isNamed = dice() < 0.78
      const isComplete = isNamed && dice() < 0.42
      return {
        daysAgo,
        isComplete,
        hour: 8 + dice() * 15,
        pick: Math.floor(dice() ** 1.5 * 1_000),
        session: isNamed ? Array.from({ length: 32 }, () => Math.floor(dice() * 16).toString(16)).join('') : null,
        device: of(devices),
        referrer: dice() < 0.45 ? null : of(hosts.slice(0, 1 + Math.floor(dice() * hosts.length))),
        seconds: isComplete ? 30 : Math.floor(4 + dice() * 24),
        hasPutIntoCart: dice() < 0.12,
      }
    })
  }).flat()
}
