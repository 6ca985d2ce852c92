import { setTimeout as after } from 'node:timers/promises'
import type { Failpoint } from '#server/failpoints.ts'
import type { ChaosCase, ChaosRunSize } from './case.ts'
import { type LoadMix, runShopLoad, usualMix } from './load.ts'
import type { ConnectionFault } from './proxy.ts'
import { chunkPath } from './upload-in-chunks.ts'
import type { ChaosWorld, ObservedAnswer } from './world.ts'

type Fault = `${Failpoint}=${string}`

/** The load on a process with an active failpoint; the evidence is the line that it writes before it fails. */
export function failpointCase(
  name: string,
  from: ChaosRunSize,
  faults: (world: ChaosWorld) => Fault[],
  mix: Partial<LoadMix> = {},
): ChaosCase {
  let armed: Fault[] = []
  let before = 0
  return {
    name,
    from,
    settings: (world) => {
      armed = faults(world)
      before = world.app.proof().length
      return { FAILPOINTS: armed.join(';') }
    },
    run: async (world) => {
      await runShopLoad(world, { ...usualMix, ...mix })
      return () => {
        const proof = world.app.proof().slice(before)
        const missed = armed.filter((fault) => !proof.some((line) => fault.startsWith(`${line.split(' ')[0]}=`)))
        return missed.length ? null : proof.join(', ')
      }
    },
  }
}

export const killAtFailpoint =
  (point: Failpoint, max = 2) =>
  ({ random }: ChaosWorld): Fault[] => [`${point}=kill@${random.upTo(max)}`]

/** The load, and meanwhile a fault of the server or of a service that it needs. */
export function faultDuringLoadCase(
  name: string,
  from: ChaosRunSize,
  fault: (world: ChaosWorld) => Promise<string | null>,
  mix: Partial<LoadMix> = {},
): ChaosCase {
  return {
    name,
    from,
    run: async (world) => {
      const playing = runShopLoad(world, { ...usualMix, ...mix })
      const shown = await fault(world)
      await playing
      return () => shown
    },
  }
}

/** The connection to a service is faulty for some seconds. */
export const connectionFaultCase = (
  name: string,
  from: ChaosRunSize,
  which: 'payments' | 'mail' | 'store',
  trouble: ConnectionFault,
  seconds = 4,
): ChaosCase => ({
  name,
  from,
  ...(which === 'mail' && {
    settings: ({ smtpUrl }: ChaosWorld) => ({ SMTP_URL: smtpUrl, MAIL_FROM: 'box@stagedoor.example' }),
  }),
  ...(which === 'store' && { objectStore: true }),
  run: async (world) => {
    const line = world.lines[which]!
    line.set(trouble)
    const playing = runShopLoad(world, which === 'store' ? { buyers: 2, uploads: 4 } : { buyers: 6, uploads: 0 })
    await after(seconds * 1000)
    // On a busy machine no request may have come so far.
    for (const until = Date.now() + 30_000; !line.met() && Date.now() < until; ) await after(100)
    const met = line.met()
    line.set({ kind: 'none' })
    await playing
    return () => (met ? `${met} connections met it` : null)
  },
})

/** A wrong clock of the server; database and payment provider keep the right time. */
export const wrongClockCase = (name: string, from: ChaosRunSize, seconds: number): ChaosCase => ({
  name,
  from,
  restarts: true,
  settings: () => ({ CLOCK_OFFSET_SECONDS: String(seconds) }),
  run: async (world) => {
    const before = world.payments.refused()
    await runShopLoad(world, { buyers: 6, cancels: 0 })
    // Events that are minutes too old or too early are rejected; they are delivered again and then accepted.
    for (const until = Date.now() + 8_000; Date.now() < until && world.payments.refused() === before; ) await after(100)
    const refused = world.payments.refused() - before
    return () => (refused ? `${refused} messages were not believed` : null)
  },
})

/** A write that is not synced must not be acknowledged: each failed sync must cause an error answer. */
export const failedSyncCase: ChaosCase = {
  name: 'the disk does not keep what was written',
  from: 'full',
  settings: () => ({ FAILPOINTS: 'files.sync=throw@4*1' }),
  run: async (world) => {
    const [before, heard] = [world.app.proof().length, world.heard.length]
    await runShopLoad(world, { buyers: 2, uploads: 4, messages: 0, drafts: 0, cancels: 0 })
    const failed = world.app.proof().slice(before)
    const isServerError = ({ path, status }: ObservedAnswer) => path === chunkPath && status !== null && status >= 500
    if (failed.length && !world.heard.slice(heard).some(isServerError))
      world.trouble.push('a chunk was answered before it was on the disk for good')
    return () => (failed.length ? failed.join(', ') : null)
  },
}
