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

type Trouble = {
  /** True when no further try would change it. */
  forGood: boolean
  /** The other side has said no; when it has only fallen silent, it may have the mail after all. */
  answered: boolean
  /** The sentence for the owner of the site. */
  failure: string
}

/** The mail was not taken. All words are ours and hold nothing that the other side said. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
  readonly trouble: Trouble

  constructor(words: string, trouble: Trouble) {
    super(words)
    this.trouble = trouble
  }
}
