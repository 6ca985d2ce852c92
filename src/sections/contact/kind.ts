import { lineSchema } from '#domain/sites/content-schema.ts'
import { lineField } from '#domain/sites/fields.ts'
import { defineSection } from '#sections/define-section.ts'

export const contact = defineSection(
  { heading: lineSchema.nullable() },
  {
    kind: 'contact',
    title: 'Contact form',
    description: 'The form of the contact page, the email address and the social links.',
    fields: [lineField('heading', 'Heading', { empty: 'null' })],
    defaults: { heading: 'Contact' },
  },
)
