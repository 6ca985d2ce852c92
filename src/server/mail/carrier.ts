import type { Message } from '#server/mail/compose.ts'

/** What takes a mail out of the house: a mail server, or with none configured a folder. */
export type Carrier = { deliver: (message: Message, handing: Handing) => Promise<void> }

export type Handing = {
  /**
   * To be awaited just before the carrier may have the whole mail. When it fails, the carrier must not have it. A
   * carrier to whom the same mail twice is the same as once need not call it.
   */
  lastMoment: () => Promise<void>
  signal: AbortSignal
}

/** The mail was not taken. The words are ours and hold nothing that the other side said. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
  /** True when no further try would change it. */
  readonly forGood: boolean

  constructor(words: string, { forGood }: { forGood: boolean }) {
    super(words)
    this.forGood = forGood
  }
}
