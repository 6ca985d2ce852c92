import { z } from 'zod'
import { withoutBidiControls } from '#domain/bidi-controls.ts'

const controlsInText = /(?![\n\t])[\p{Cc}\p{Cs}]/gu

export const cleanLines = (text: string): string => text.replace(/\r\n?/g, '\n').replace(controlsInText, '')

const text = z.string().transform(cleanLines)
const href = z.string().regex(/^https?:\/\//, 'A mail links to a whole web address only.')
const MailLink = z.strictObject({ label: text, href })

/** A picture of the site's own host: mails load nothing from elsewhere, and every recipient loads the same address. */
const MailPicture = z.strictObject({
  path: z.string().regex(/^\/images\//, 'A mail shows pictures of its own site only.'),
  /** As shown, in CSS pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  alt: text,
})
export type MailPicture = z.output<typeof MailPicture>

const MailPart = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('items'),
    items: z.array(
      z.strictObject({ title: text, details: z.array(text), amount: text, picture: MailPicture.nullable() }),
    ),
    sums: z.array(z.strictObject({ name: text, amount: text, isTotal: z.boolean() })),
  }),
  z.strictObject({
    kind: z.literal('links'),
    heading: text,
    links: z.array(z.strictObject({ label: text, note: text, href: href.nullable() })),
  }),
  z.strictObject({ kind: z.literal('lines'), heading: text, lines: z.array(text) }),
])
export type MailPart = z.output<typeof MailPart>

/** The content of a mail, in reading order. The layout of all mails is in `layout.ts`. */
export const MailContent = z.strictObject({
  heading: z.string().transform((heading) => withoutBidiControls(cleanLines(heading))),
  paragraphs: z.array(text),
  /** The main button; its address is also written out. */
  action: MailLink.optional(),
  /** What else the reader may want to open. */
  links: z.array(MailLink).optional(),
  parts: z.array(MailPart).optional(),
  /** In small print at the end. */
  footnote: text.optional(),
})
export type MailContent = z.output<typeof MailContent>

/** The content, and the same as plain text. The HTML is made when the mail is sent, in the colours of the site. */
export function renderMail({ site, ...words }: MailContent & { site: { name: string } }): {
  text: string
  content: MailContent
} {
  const content = MailContent.parse(words)
  return { text: plainText(content, site.name), content }
}

function plainText({ heading, paragraphs, action, links = [], parts = [], footnote }: MailContent, signature: string) {
  const lines = [
    heading,
    ...paragraphs,
    action && linkLine(action),
    ...parts.map(plainPart),
    links.map(linkLine).join('\n'),
    footnote,
    `-- \n${signature}`,
  ]
  return lines.filter(Boolean).join('\n\n')
}

const linkLine = ({ label, href }: z.output<typeof MailLink>) => `${label}: ${href}`

function plainPart(part: MailPart): string {
  switch (part.kind) {
    case 'items': {
      const items = part.items.flatMap(({ title, details, amount }) => [
        `${title}: ${amount}`,
        ...details.map((detail) => `  - ${detail}`),
      ])
      const sums = part.sums.map(({ name, amount }) => `${name}: ${amount}`)
      return [items, sums].map((group) => group.join('\n')).join('\n\n')
    }
    case 'links': {
      const links = part.links.map(({ label, note, href }) => `- ${label}, ${note}${href ? `:\n  ${href}` : ''}`)
      return [`${part.heading}:`, ...links].join('\n')
    }
    case 'lines':
      return [`${part.heading}:`, ...part.lines].join('\n')
  }
}
