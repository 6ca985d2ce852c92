import { z } from 'zod'
import { lineSchema } from '#domain/sites/content-schema.ts'
import { hasPress } from '#domain/sites/features.ts'
import { lineField, numberField } from '#domain/sites/fields.ts'
import { defineSection } from '#sections/define-section.ts'

export const press = defineSection(
  { heading: lineSchema.nullable(), count: z.int().min(1).max(12) },
  {
    kind: 'press',
    title: 'Press quotes',
    description: 'The first quotes of the press page.',
    fields: [lineField('heading', 'Heading', { empty: 'null' }), numberField('count', 'How many', 1, 12)],
    defaults: { heading: 'Press', count: 3 },
    requires: hasPress,
  },
)
