/** What is known of a try that came to nothing: where in the conversation, and the number that the server said. */
export type SmtpFailure = { code?: string | undefined; command?: string | undefined; status?: number | undefined }

/** A mail that was given up is kept for as long as this, to be tried again. */
export const failedMailDays = 30

export const mailFailures = {
  unreachable: 'The mail server could not be reached.',
  noSafeLine: 'There was no safe connection to the mail server.',
  notLetIn: (status?: number) => `The mail server did not accept our name and password${told(status)}.`,
  sender: (status?: number) => `The mail server refused the sender${told(status)}.`,
  recipient: (status?: number) => `The mail server refused the recipient${told(status)}.`,
  mail: (status?: number) => `The mail server refused the mail${told(status)}.`,
  other: (status?: number) => `The mail server did not take the mail${told(status)}.`,
  noAnswer: 'The mail server may have this mail: the connection was lost before it said so.',
  noKey: 'The mail cannot be opened: the data key that it was sealed with is not here.',
  damaged: 'The mail cannot be opened: it was damaged in the database.',
} as const

/** Why a mail was not taken, in words that name nobody: what the server itself says often holds the address. */
export function failureText({ code = '', command = '', status }: SmtpFailure): string {
  if (status === undefined && unreachable.has(code)) return mailFailures.unreachable
  if (code === 'ETLS' || command === 'STARTTLS') return mailFailures.noSafeLine
  if (code === 'EAUTH' || command.startsWith('AUTH')) return mailFailures.notLetIn(status)
  if (command === 'MAIL FROM') return mailFailures.sender(status)
  if (command === 'RCPT TO') return mailFailures.recipient(status)
  if (command === 'DATA') return mailFailures.mail(status)
  return mailFailures.other(status)
}

const unreachable = new Set([
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDNS',
  'ENOTFOUND',
  'ESOCKET',
  'ETIMEDOUT',
  'TimeoutError',
])

const told = (status?: number) => (status === undefined ? '' : ` (${status})`)
