import type { MailMessage } from '#server/mail/message.ts'

/** Delivers messages: to a mail server, or to a folder when none is configured. */
export type MailTransport = { deliver: (message: MailMessage, handing: MailDeliveryOptions) => Promise<void> }

export type MailDeliveryOptions = {
  /**
   * Awaited just before the receiver may have the whole message. When it fails, the receiver must not get it: the mail was
   * erased, or another try has begun.
   */
  beforeLastByte: () => Promise<void>
  signal: AbortSignal
}

type DeliveryErrorDetails = {
  /** True when a retry would not help. */
  permanent: boolean
  /** The server has answered with an error. Without an answer it may have accepted the message after all. */
  answered: boolean
  /** The sentence for the owner of the site. */
  failure: string
}

/** The message was not accepted. The error text is ours and quotes nothing from the server. */
export class DeliveryError extends Error {
  override readonly name = 'NotTaken'
  readonly details: DeliveryErrorDetails

  constructor(words: string, details: DeliveryErrorDetails) {
    super(words)
    this.details = details
  }
}
