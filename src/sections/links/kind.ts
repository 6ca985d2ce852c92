import { z } from 'zod'
import { lineSchema, linkSchema } from '#domain/sites/content-schema.ts'
import { lineField } from '#domain/sites/fields.ts'
import { defineSection, maxEntries } from '#sections/define-section.ts'

export const links = defineSection(
  {
    heading: lineSchema.nullable(),
    entries: z.array(z.strictObject({ link: linkSchema })).max(maxEntries),
  },
  {
    kind: 'links',
    title: 'Links',
    description: 'A list of large buttons, such as where to hear a record.',
    fields: [
      lineField('heading', 'Heading', { empty: 'null' }),
      {
        path: 'entries',
        kind: 'list',
        label: 'Links',
        entry: {
          name: 'Link',
          most: maxEntries,
          blank: { link: { target: '/contact', label: 'Contact' } },
          fields: [{ path: 'link', kind: 'link', label: 'Link' }],
        },
      },
    ],
    defaults: { heading: 'Links', entries: [{ link: { target: '/contact', label: 'Contact' } }] },
  },
)
