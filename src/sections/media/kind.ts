import { z } from 'zod'
import { lineSchema } from '#domain/sites/content-schema.ts'
import { hasMedia } from '#domain/sites/features.ts'
import { lineField, numberField } from '#domain/sites/fields.ts'
import { defineSection } from '#sections/define-section.ts'

export const media = defineSection(
  { heading: lineSchema.nullable(), count: z.int().min(1).max(12) },
  {
    kind: 'media',
    title: 'Media',
    description: 'The first films and recordings of the media page.',
    fields: [lineField('heading', 'Heading', { empty: 'null' }), numberField('count', 'How many', 1, 12)],
    defaults: { heading: 'Watch and listen', count: 3 },
    requires: hasMedia,
  },
)
