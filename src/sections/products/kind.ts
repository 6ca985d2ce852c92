import { z } from 'zod'
import { lineSchema, slugSchema } from '#domain/sites/content-schema.ts'
import { takesCards } from '#domain/sites/features.ts'
import { lineField, numberField } from '#domain/sites/fields.ts'
import { defineSection } from '#sections/define-section.ts'

export const products = defineSection(
  {
    heading: lineSchema.nullable(),
    from: z.enum(['newest', 'chosen', 'category']),
    count: z.int().min(1).max(12),
    products: z.array(slugSchema).max(12, 'must be at most 12 products'),
    category: slugSchema.nullable(),
  },
  {
    kind: 'products',
    title: 'Products',
    description: 'Some products of the shop: the newest, those of a category, or those that you choose.',
    fields: [
      lineField('heading', 'Heading', { empty: 'null' }),
      {
        path: 'from',
        kind: 'choice',
        label: 'Which products',
        options: { newest: 'The newest in stock', chosen: 'Those chosen here', category: 'Those of a category' },
      },
      numberField('count', 'How many', 1, 12, { onlyWhile: { path: 'from', is: ['newest', 'category'] } }),
      {
        path: 'category',
        kind: 'ofSite',
        from: 'category',
        label: 'Category',
        empty: 'null',
        onlyWhile: { path: 'from', is: ['category'] },
      },
      {
        path: 'products',
        kind: 'ofSite',
        from: 'products',
        label: 'Products',
        onlyWhile: { path: 'from', is: ['chosen'] },
      },
    ],
    defaults: { heading: 'From the shop', from: 'newest', count: 4, products: [], category: null },
    requires: takesCards,
  },
)
