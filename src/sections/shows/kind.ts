import { z } from 'zod'
import { lineSchema } from '#domain/sites/content-schema.ts'
import { hasTour } from '#domain/sites/features.ts'
import { lineField, numberField } from '#domain/sites/fields.ts'
import { defineSection } from '#sections/define-section.ts'

export const shows = defineSection(
  {
    heading: lineSchema.nullable(),
    count: z.int().min(1).max(20),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be the code of a country')
      .nullable(),
  },
  {
    kind: 'shows',
    title: 'Next shows',
    description: 'The coming dates of the tour.',
    fields: [
      lineField('heading', 'Heading', { empty: 'null' }),
      numberField('count', 'How many', 1, 20),
      {
        path: 'country',
        kind: 'ofSite',
        from: 'country',
        label: 'Country',
        empty: 'null',
        help: 'If empty, shows in all countries.',
      },
    ],
    defaults: { heading: 'Next shows', count: 6, country: null },
    requires: hasTour,
  },
)
