import { z } from 'zod'
import { lineSchema, textSchema } from '#domain/sites/content-schema.ts'
import { lineField, textField } from '#domain/sites/fields.ts'
import { defineSection, maxEntries } from '#sections/define-section.ts'

export const highlights = defineSection(
  {
    heading: lineSchema.nullable(),
    entries: z.array(z.strictObject({ title: lineSchema, text: textSchema })).max(maxEntries),
  },
  {
    kind: 'highlights',
    title: 'Highlights',
    description: 'Short texts with a title each, side by side.',
    fields: [
      lineField('heading', 'Heading', { empty: 'null' }),
      {
        path: 'entries',
        kind: 'list',
        label: 'Highlights',
        entry: {
          name: 'Highlight',
          most: maxEntries,
          blank: { title: '', text: '' },
          fields: [lineField('title', 'Title'), textField('text', 'Text')],
        },
      },
    ],
    defaults: { heading: 'Highlights', entries: [{ title: 'A title', text: 'One or two sentences.' }] },
  },
)
