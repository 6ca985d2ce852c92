import { z } from 'zod'
import { emailProblem } from '#domain/accounts/email.ts'
import { withoutTurning } from '#domain/turning.ts'

/** What one person is written. It goes to exactly one address, and from the site. */
export type Mail = {
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** Whom an answer goes to, when it is not the site. */
  replyTo?: string | undefined
}

const longestSubject = 200
const longestText = 100_000
const longestHtml = 200_000

const controls = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu
const controlsInText = /(?![\n\t])[\p{Cc}\p{Cs}]/gu

/** One line, whatever was in it: nothing of it can become a line of the header, or turn one around. */
export const oneLine = (text: string): string => withoutTurning(text.replace(controls, ' ')).trim()

const manyLines = (text: string): string => text.replace(/\r\n?/g, '\n').replace(controlsInText, '')

/** Nothing is taken off the address: one that must be cleaned first was not checked by whoever took it in. */
const address = z.string().refine((email) => emailProblem(email) === null && /^[^\s<>]+$/.test(email), {
  error: 'is not one plain address',
})

/** Texts and nothing else; a value that names a file or an address to fetch is no text. */
const Mail = z.strictObject({
  to: address,
  subject: z.string().transform(oneLine).pipe(z.string().min(1).max(longestSubject)),
  text: z.string().max(longestText).transform(manyLines),
  html: z.string().max(longestHtml).transform(manyLines).optional(),
  replyTo: address.optional(),
})

/** Throws when this cannot be sent, without a word of what is in it. */
export function checkedMail(mail: Mail): Mail {
  const read = Mail.safeParse(mail)
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())
  throw new Error(`This mail cannot be sent: ${problems.join('; ')}`)
}
