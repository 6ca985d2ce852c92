import { letter } from '#server/mail/letter.ts'
import type { Mail } from '#server/mail/mail.ts'

type Asked = { site: { name: string; locale: string; origin: string }; to: string; token: string }

export function exportMail({ site, to, token }: Asked): Mail {
  const subject = `Your data at ${site.name}`
  return {
    to,
    subject,
    ...letter({
      site,
      heading: subject,
      paragraphs: [
        `Somebody, probably you, has asked what the website of ${site.name} keeps under this address. The link shows it to you; it is good for 24 hours, and once.`,
      ],
      action: { label: 'See what is kept', href: `${site.origin}/privacy/verify-export/${token}` },
      footnote: 'If it was not you, ignore this mail: nobody else can see anything.',
    }),
  }
}
