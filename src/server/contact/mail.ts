import { withoutBidiControls } from '#domain/bidi-controls.ts'
import type { ContactFormValues } from '#domain/contact/contact.ts'
import type { Mail } from '#server/mail/message.ts'
import { renderMail } from '#server/mail/template.ts'

type ContactMailInput = { form: ContactFormValues; site: { name: string; locale: string }; to: string }

/** Invisible format characters, bidi controls among them, except the joiners that letters and emoji need. */
const invisibleCharacters = /[\p{Cf}--[\u200c\u200d]]/gv

/** Goes only to the contact address of the site; a reply goes to the visitor who wrote. */
export function contactMail({ form: { name, email, subject, message }, site, to }: ContactMailInput): Mail {
  return {
    to,
    replyTo: email,
    subject: `${site.name}: ${subject.replaceAll(invisibleCharacters, '')}`,
    ...renderMail({
      site,
      heading: subject,
      paragraphs: [
        `${withoutBidiControls(name)} (${email}) has sent you a message:`,
        ...message.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/),
      ],
      footnote: 'Reply to this mail to answer. You also find the message in the admin area, under Messages.',
    }),
  }
}
