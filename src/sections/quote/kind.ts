import { lineSchema, textSchema } from '#domain/sites/content-schema.ts'
import { lineField, textField } from '#domain/sites/fields.ts'
import { defineSection } from '#sections/define-section.ts'

export const quote = defineSection(
  { quote: textSchema, source: lineSchema.nullable() },
  {
    kind: 'quote',
    title: 'Quote',
    description: 'A sentence in large letters, and who said it.',
    fields: [textField('quote', 'Quote'), lineField('source', 'Who said it', { empty: 'null' })],
    defaults: { quote: 'A sentence that somebody said.', source: null },
  },
)
