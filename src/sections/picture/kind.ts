import { z } from 'zod'
import { imageSchema, lineSchema, linkSchema } from '#domain/sites/content-schema.ts'
import { lineField, linkField, pictureField } from '#domain/sites/fields.ts'
import { defineSection } from '#sections/define-section.ts'

export const pictureWidths = { page: 'As wide as the page', text: 'As wide as a text' } as const

export const picture = defineSection(
  {
    image: imageSchema.nullable(),
    caption: lineSchema.nullable(),
    link: linkSchema.nullable(),
    width: z.enum(['page', 'text']),
  },
  {
    kind: 'picture',
    title: 'Picture',
    description: 'One large picture, with a caption if you like.',
    fields: [
      pictureField('image', 'Picture'),
      lineField('caption', 'Caption', { empty: 'null' }),
      { path: 'width', kind: 'choice', label: 'Width', options: pictureWidths },
      linkField('link', 'Link under the picture'),
    ],
    defaults: { image: null, caption: null, link: null, width: 'page' },
  },
)
