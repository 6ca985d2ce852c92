import { z } from 'zod'
import type { WithFeatures } from '#domain/sites/features.ts'
import type { PartField } from '#domain/sites/fields.ts'
import type { SectionPage } from '#domain/sites/pages.ts'

/** On a page. */
export const maxSections = 25
/** In a section. */
export const maxEntries = 50

/** What every section has besides its own fields. */
const frame = { id: z.string().regex(/^[a-z0-9]{1,12}$/, 'must be up to 12 letters and digits'), hidden: z.boolean() }

type SectionOptions<K extends string, S extends z.ZodRawShape> = {
  kind: K
  /** In the gallery of sections. */
  title: string
  description: string
  fields: PartField[]
  /** What a new section begins with. */
  defaults: z.output<z.ZodObject<S>>
  /** Visitors see the section only while the site has this. */
  requires?: (site: WithFeatures, page?: SectionPage) => boolean
}

/** A kind of section: its rules, its form and what a new one begins with. `view.tsx` beside it shows it. */
export function defineSection<const K extends string, S extends z.ZodRawShape>(
  shape: S,
  options: SectionOptions<K, S>,
) {
  return { ...options, schema: z.strictObject({ ...frame, kind: z.literal(options.kind), ...shape }) }
}
