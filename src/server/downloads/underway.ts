import { streamsOfRight } from '#domain/downloads/limits.ts'

type What = { right: string; file: string; bytes: number }
type Sending = What & { cut: () => void; isCut: boolean; done: Promise<void> }

/** What this process is sending at this moment, by right; the oldest first. */
const underway = new Map<string, Sending[]>()

export type Turn = ReturnType<typeof takeTurn>

/**
 * A file is never on its way more often than it may still be had, and nothing more than a few times at once: whoever asks
 * once more takes the place of who began first, which may be the same person whose line broke.
 */
export function takeTurn(what: What) {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const mine: Sending = { ...what, cut: () => {}, isCut: false, done }
  const all = () => underway.get(what.right) ?? []
  underway.set(what.right, [...all(), mine])

  async function end(others: readonly Sending[]): Promise<void> {
    for (const each of others) {
      each.isCut = true
      each.cut()
    }
    await Promise.all(others.map((each) => each.done))
  }

  return {
    /**
     * Ends those who began before until this has room. True when that was necessary: then what they were sent has been
     * counted. Who began later looks after that itself, so nobody waits in a circle.
     */
    async makeRoom(bytes: number): Promise<boolean> {
      if (mine.isCut) return false
      const before = all()
      const others = before.slice(0, before.indexOf(mine)).filter((each) => !each.isCut)
      const ended: Sending[] = []
      const left = () => others.filter((each) => !ended.includes(each))
      const ofFile = () => left().filter(({ file }) => file === what.file)
      const sum = () => ofFile().reduce((total, each) => total + each.bytes, what.bytes)
      while (ofFile().length && sum() > bytes) ended.push(ofFile()[0]!)
      while (left().length >= streamsOfRight) ended.push(left()[0]!)
      await end(ended)
      return ended.length > 0
    },
    /** From now on it can be ended. False when somebody has done so already. */
    began(cut: () => void): boolean {
      mine.cut = cut
      return !mine.isCut
    },
    /** Once all that was sent is counted. */
    over(): void {
      const left = all().filter((each) => each !== mine)
      if (left.length) underway.set(what.right, left)
      else underway.delete(what.right)
      resolve()
    },
  }
}
