import { z } from 'zod'
import { imageSchema, lineSchema } from '#domain/sites/content-schema.ts'
import { lineField, numberField, pictureField } from '#domain/sites/fields.ts'
import { defineSection, maxEntries } from '#sections/define-section.ts'

export const pictures = defineSection(
  {
    heading: lineSchema.nullable(),
    source: z.enum(['gallery', 'chosen']),
    count: z.int().min(1).max(24),
    layout: z.enum(['row', 'grid']),
    images: z.array(z.strictObject({ image: imageSchema.nullable(), caption: lineSchema.nullable() })).max(maxEntries),
  },
  {
    kind: 'pictures',
    title: 'Pictures',
    description: 'A row or a grid of pictures: the newest of the gallery, or those that you choose.',
    fields: [
      lineField('heading', 'Heading', { empty: 'null' }),
      {
        path: 'source',
        kind: 'choice',
        label: 'Which pictures',
        options: { gallery: 'The first of the gallery', chosen: 'Those chosen here' },
      },
      numberField('count', 'How many', 1, 24, { onlyWhile: { path: 'source', is: ['gallery'] } }),
      {
        path: 'images',
        kind: 'list',
        label: 'Pictures',
        entry: {
          name: 'Picture',
          most: maxEntries,
          blank: { image: null, caption: null },
          fields: [pictureField('image', 'Picture'), lineField('caption', 'Caption', { empty: 'null' })],
        },
        onlyWhile: { path: 'source', is: ['chosen'] },
      },
      {
        path: 'layout',
        kind: 'choice',
        label: 'Arrangement',
        options: { row: 'Rows of equal height', grid: 'Grid of squares' },
      },
    ],
    defaults: { heading: 'Pictures', source: 'gallery', count: 7, layout: 'row', images: [] },
  },
)
