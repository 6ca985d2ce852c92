import { Explained } from '#domain/explained.ts'
import type { HomeContent } from '#domain/pages/content.ts'
import { documentSchema, type SiteDocument, siteDocumentSchema } from '#domain/site-editor/document.ts'
import { homeSections } from '#domain/site-editor/home-sections.ts'

type Stored = { document: unknown; schemaVersion: number; number: number }

/** What turns a document of one schema into the next one, by the schema it begins with. */
const migrations: Record<number, (document: unknown) => unknown> = { 1: homeAsSections }

/** The home page had fields of its own before it had sections. */
function homeAsSections(document: unknown): unknown {
  const { home, ...others } = document as { home?: HomeContent }
  return home ? { ...others, 'sections-home': { sections: homeSections(home) } } : others
}

/** A stored document in today's schema. One that no listed step leads to is refused by name. */
export function readDocument({ document, schemaVersion, number }: Stored): SiteDocument {
  let migrated = document
  for (let at = schemaVersion; at < documentSchema; at++) {
    const migrate = migrations[at]
    if (!migrate) throw unreadable(number, `there is no step from schema ${at}`)
    migrated = migrate(migrated)
  }
  if (schemaVersion > documentSchema) throw unreadable(number, 'a newer program has written it')
  const read = siteDocumentSchema.safeParse(migrated)
  if (!read.success)
    throw unreadable(number, read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', '))
  return read.data
}

const unreadable = (number: number, why: string) =>
  new Explained(`Version ${number} of the site cannot be read: ${why}.`)
