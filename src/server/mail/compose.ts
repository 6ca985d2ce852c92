import MailComposer from 'nodemailer/lib/mail-composer'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { type Mail, oneLine } from '#server/mail/mail.ts'

export type Sender = { name: string; address: string }

/** A mail as it goes out: for whom, and its bytes. */
export type Message = { id: string; websiteId: string; envelope: { from: string; to: string }; bytes: Buffer }

type About = { id: string; websiteId: string; from: Sender; date: Date }

/**
 * The options are listed one by one, and nothing of what is written can add to them. The same mail has the same id
 * however often it is tried, so that whoever gets it twice can see that.
 */
export async function compose(mail: Mail, { id, websiteId, from, date }: About): Promise<Message> {
  const bytes = await new MailComposer({
    disableFileAccess: true,
    disableUrlAccess: true,
    from: { name: oneLine(from.name), address: from.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    messageId: `<${id}@${from.address.split('@')[1]}>`,
    date,
    headers: { Subject: subjectLine(mail.subject), 'Auto-Submitted': 'auto-generated' },
    text: mail.text,
    ...(mail.html && { html: mail.html }),
  })
    .compile()
    .build()
  return { id, websiteId, envelope: { from: from.address, to: mail.to }, bytes }
}

/** What only looks like an encoded word is shown as it was written: nobody is to decode a text of a stranger. */
const subjectLine = (subject: string) =>
  subject.includes('=?') ? { prepared: true, foldLines: true, value: encodeWord(subject, 'B', 52) } : subject
