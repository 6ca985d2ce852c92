import { lineSchema, slugSchema } from '#domain/sites/content-schema.ts'
import { hasDiscography } from '#domain/sites/features.ts'
import { lineField } from '#domain/sites/fields.ts'
import { defineSection } from '#sections/define-section.ts'

export const release = defineSection(
  { heading: lineSchema, release: slugSchema.nullable() },
  {
    kind: 'release',
    title: 'Record',
    description: 'A record with its cover and songs.',
    fields: [
      lineField('heading', 'Line above the title'),
      {
        path: 'release',
        kind: 'ofSite',
        from: 'release',
        label: 'Record',
        empty: 'null',
        help: 'If empty, the newest one.',
      },
    ],
    defaults: { heading: 'New record', release: null },
    requires: hasDiscography,
  },
)
