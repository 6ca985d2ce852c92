import MailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import PostalMime, { decodeWords } from 'postal-mime'
import { z } from 'zod'
import { emailProblem } from '#domain/accounts/email.ts'
import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { type MailBranding, renderMailHtml } from '#server/mail/layout.ts'
import { cleanLines, MailContent } from '#server/mail/template.ts'

/** What one person is written. It goes to exactly one address, and from the site. */
export type Mail = {
  to: string
  subject: string
  text: string
  /** What the HTML is made of when the mail is sent. */
  content?: MailContent | undefined
  /** Finished HTML, of mails that an earlier version queued. */
  html?: string | undefined
  /** The address for replies, when it is not the site's. */
  replyTo?: string | undefined
}

const maxSubjectLength = 200
const maxTextLength = 100_000
const maxHtmlLength = 200_000

const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu

/** Makes one line of any text, so that it cannot add a header line or reverse its direction. */
export const toOneLine = (text: string): string => withoutBidiControls(text.replace(controlCharacters, ' ')).trim()

/** The address is not cleaned here: one that needs it was not validated where it was entered. */
const address = z.string().refine((email) => emailProblem(email) === null && /^[^\s<>]+$/.test(email), {
  error: 'is not one plain address',
})

/** Texts and nothing else; a value that names a file or an address to fetch is no text. */
const Mail = z.strictObject({
  to: address,
  subject: z.string().transform(toOneLine).pipe(z.string().min(1).max(maxSubjectLength)),
  text: z.string().max(maxTextLength).transform(cleanLines),
  content: MailContent.refine((content) => JSON.stringify(content).length <= maxHtmlLength).optional(),
  html: z.string().max(maxHtmlLength).transform(cleanLines).optional(),
  replyTo: address.optional(),
})

/** Throws when this cannot be sent, without a word of what is in it. */
export function validateMail(mail: Mail): Mail {
  const read = Mail.safeParse(mail)
  if (read.success) return read.data
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())
  throw new Error(`This mail cannot be sent: ${problems.join('; ')}`)
}

export type MailSender = { name: string; address: string; look?: MailBranding | undefined }

/** A mail as it is sent: its envelope and its bytes. */
export type MailMessage = { id: string; websiteId: string; envelope: { from: string; to: string }; bytes: Buffer }

type ComposeOptions = { id: string; websiteId: string; from: MailSender; date: Date }

/**
 * The options are listed one by one, so that the content of a mail cannot add any. A mail has the same Message-ID on every
 * try, so that a recipient's mail program can recognise a duplicate.
 */
export async function composeMessage(mail: Mail, { id, websiteId, from, date }: ComposeOptions): Promise<MailMessage> {
  const html = mail.content ? renderMailHtml(mail.content, from) : mail.html
  const bytes = await new MailComposer({
    disableFileAccess: true,
    disableUrlAccess: true,
    from: { name: toOneLine(from.name), address: from.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    messageId: `<${id}@${from.address.split('@')[1]}>`,
    date,
    headers: { Subject: subjectLine(mail.subject), 'Auto-Submitted': 'auto-generated' },
    text: mail.text,
    ...(html && { html }),
  })
    .compile()
    .build()
  return { id, websiteId, envelope: { from: from.address, to: mail.to }, bytes }
}

/** Text that only looks like an encoded word is escaped: mail programs must not decode a stranger's text. */
const subjectLine = (subject: string) =>
  subject.includes('=?') ? { prepared: true, foldLines: true, value: encodeWord(subject, 'B', 52) } : subject

export type ParsedMessage = { headers: [name: string, value: string][]; text: string | null; html: string | null }

/** Reads a message back, for the outbox, /dev/mail and tests. */
export async function parseMessage(bytes: Buffer): Promise<ParsedMessage> {
  const { headers, text, html } = await PostalMime.parse(bytes)
  return {
    headers: headers.map(({ originalKey, value }) => [originalKey, decodeWords(value)]),
    text: text === undefined ? null : withoutLastBreak(text),
    html: html === undefined ? null : withoutLastBreak(html),
  }
}

/** postal-mime ends every body with a line break, whether or not the message did. */
const withoutLastBreak = (body: string) => body.replace(/\n$/, '')
