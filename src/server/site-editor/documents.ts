import type { HomeContent } from '#domain/pages/content.ts'
import { documentSchema, type SiteDocument, siteDocumentSchema } from '#domain/site-editor/document.ts'
import { sectionsOfHomeContent } from '#domain/site-editor/home-sections.ts'
import { problemSentence, zodIssueMessage } from '#domain/sites/site-file-problems.ts'

type StoredDocument = { document: unknown; schemaVersion: number; number: number }

/** `problem` says why the document cannot be read, in a sentence; it is empty then. */
export type MigratedDocument = { document: SiteDocument; problem: string | null }

/** What turns a document of one schema into the next one, by the schema it begins with. */
const documentMigrations: Record<number, (document: unknown) => unknown> = { 1: homeAsSections }

/** The home page had fields of its own before it had sections. */
function homeAsSections(document: unknown): unknown {
  const { home, ...others } = document as { home?: HomeContent }
  return home ? { ...others, 'sections-home': { sections: sectionsOfHomeContent(home) } } : others
}

/** A stored document in today's schema. One that no listed step leads to is refused by the number of its version. */
export function migrateDocument({ document, schemaVersion, number }: StoredDocument): MigratedDocument {
  const unreadableDocument = (why: string): MigratedDocument => ({
    document: {},
    problem: `Version ${number} of the website cannot be read: ${why}`,
  })
  if (schemaVersion > documentSchema) return unreadableDocument('a newer version of the program has written it.')
  let migrated = document
  for (let at = schemaVersion; at < documentSchema; at++) {
    const migrate = documentMigrations[at]
    if (!migrate) return unreadableDocument(`the program has no step from its schema ${at}.`)
    migrated = migrate(migrated)
  }
  const read = siteDocumentSchema.safeParse(migrated, { error: zodIssueMessage })
  if (read.success) return { document: read.data, problem: null }
  const [first, ...others] = read.error.issues.map(
    ({ path, message }) => `${path.join('.')}: ${problemSentence(message)}`,
  )
  return unreadableDocument(others.length ? `${first} There are ${others.length} more problems like this.` : first!)
}
