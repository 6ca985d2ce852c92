/** A failed delivery: the SMTP command at which it failed, and the status code of the server. */
export type SmtpFailure = { code?: string | undefined; command?: string | undefined; status?: number | undefined }

/** A mail that was given up is kept for as long as this, to be tried again. */
export const failedMailRetentionDays = 30

export const mailFailureTexts = {
  unreachable: 'The mail server could not be reached.',
  noSafeLine: 'There was no secure connection to the mail server.',
  notLetIn: (status?: number) => `The mail server did not accept our name and password${statusSuffix(status)}.`,
  sender: (status?: number) => `The mail server refused the sender${statusSuffix(status)}.`,
  recipient: (status?: number) => `The mail server refused the recipient${statusSuffix(status)}.`,
  mail: (status?: number) => `The mail server refused the mail${statusSuffix(status)}.`,
  other: (status?: number) => `The mail server did not accept the mail${statusSuffix(status)}.`,
  noAnswer: 'The connection was lost before the mail server confirmed this mail, so it may have been sent.',
  noKey: 'This mail cannot be read: the data key that it was encrypted with is missing.',
  damaged: 'This mail cannot be read: it was damaged in the database.',
} as const

/** Why a mail was not accepted, without personal data: the server's own answer often holds the address. */
export function smtpFailureText({ code = '', command = '', status }: SmtpFailure): string {
  if (status === undefined && unreachable.has(code)) return mailFailureTexts.unreachable
  if (code === 'ETLS' || command === 'STARTTLS') return mailFailureTexts.noSafeLine
  if (code === 'EAUTH' || command.startsWith('AUTH')) return mailFailureTexts.notLetIn(status)
  if (command === 'MAIL FROM') return mailFailureTexts.sender(status)
  if (command === 'RCPT TO') return mailFailureTexts.recipient(status)
  if (command === 'DATA') return mailFailureTexts.mail(status)
  return mailFailureTexts.other(status)
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

const statusSuffix = (status?: number) => (status === undefined ? '' : ` (${status})`)
