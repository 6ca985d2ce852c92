import type { ContactForm } from '#domain/contact/form.ts'
import { withoutTurning } from '#domain/turning.ts'
import { letter } from '#server/mail/letter.ts'
import type { Mail } from '#server/mail/mail.ts'

type Sent = { form: ContactForm; site: { name: string; locale: string }; to: string }

/** All that nobody sees, which is more than the marks that turn; those that join letters and emoji stay. */
const unseen = /[\p{Cf}--[\u200c\u200d]]/gv

/** An answer to it goes to whoever wrote the message; the mail itself goes to the site's own address and no other. */
export function contactMail({ form: { name, email, subject, message }, site, to }: Sent): Mail {
  return {
    to,
    replyTo: email,
    subject: `${site.name}: ${subject.replaceAll(unseen, '')}`,
    ...letter({
      site,
      heading: subject,
      paragraphs: [
        `${withoutTurning(name)} (${email}) has written to you:`,
        ...message.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/),
      ],
      footnote: 'Answer this mail to write back. The message is also kept under Messages in the settings of your site.',
    }),
  }
}
