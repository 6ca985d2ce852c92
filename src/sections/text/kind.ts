import { z } from 'zod'
import { imageSchema, lineSchema, linkSchema } from '#domain/sites/content-schema.ts'
import { lineField, linkField, pictureField } from '#domain/sites/fields.ts'
import { markdownSchema } from '#domain/sites/markdown.ts'
import { defineSection } from '#sections/define-section.ts'

export const text = defineSection(
  {
    heading: lineSchema.nullable(),
    text: markdownSchema,
    image: imageSchema.nullable(),
    action: linkSchema.nullable(),
    signed: z.boolean(),
  },
  {
    kind: 'text',
    title: 'Text',
    description: 'A heading and some paragraphs, with a picture beside them if you like.',
    fields: [
      lineField('heading', 'Heading', { empty: 'null' }),
      { path: 'text', kind: 'markdown', label: 'Text' },
      pictureField('image', 'Picture beside the text', { ratio: 4 / 5 }),
      linkField('action', 'Link under the text'),
      { path: 'signed', kind: 'switch', label: 'Signature under the text', help: 'If the site has one.' },
    ],
    defaults: { heading: 'A heading', text: 'Some sentences.', image: null, action: null, signed: false },
  },
)
