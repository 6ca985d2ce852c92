import { z } from 'zod'
import { imageSchema, lineSchema, linkSchema } from '#domain/sites/content-schema.ts'
import { lineField, linkField, pictureField } from '#domain/sites/fields.ts'
import { defineSection } from '#sections/define-section.ts'

export const hero = defineSection(
  {
    title: lineSchema.nullable(),
    line: lineSchema.nullable(),
    image: imageSchema.nullable(),
    portrait: imageSchema.nullable(),
    action: linkSchema.nullable(),
    showsNextShow: z.boolean(),
  },
  {
    kind: 'hero',
    title: 'First screen',
    description: 'A name over a picture that fills the screen.',
    fields: [
      lineField('title', 'Title', { empty: 'null', help: 'If empty, the name of the site.' }),
      lineField('line', 'Line over the picture', { empty: 'null' }),
      pictureField('image', 'Picture', { ratio: 3 / 2 }),
      pictureField('portrait', 'Tall picture', {
        help: 'For phones. If empty, they show the middle of the other picture.',
        ratio: 2 / 3,
      }),
      { path: 'showsNextShow', kind: 'switch', label: 'Show the next show' },
      linkField('action', 'Link', 'Visitors see it while there is no next show.'),
    ],
    defaults: { title: null, line: null, image: null, portrait: null, action: null, showsNextShow: true },
  },
)
