import { isOwnPagePart, type PartName } from '#domain/site-editor/document.ts'
import { ownPageFields } from '#domain/site-editor/own-pages.ts'
import { fieldsOfPart, hasPartForm } from '#domain/site-editor/text-fields.ts'
import type { PartField } from '#domain/sites/fields.ts'
import { isSectionKind, sectionKinds } from '#sections/kinds.ts'

/** A field where it is in the value of a part: `sections.2.entries.0.title`. */
export type PlacedField = { path: string; field: PartField; value: unknown }

/** All fields in the value of a part, those of its sections and of entries of lists too. */
export function placedFields(part: PartName, value: unknown): PlacedField[] {
  if (hasPartForm(part)) return fieldsIn(fieldsOfPart(part), value)
  const own = isOwnPagePart(part) ? fieldsIn(ownPageFields, value) : []
  const sections = valueAt(value, 'sections')
  return [...own, ...(Array.isArray(sections) ? sections.flatMap(fieldsOfSection) : [])]
}

function fieldsOfSection(section: { kind: string }, at: number): PlacedField[] {
  const fields = isSectionKind(section.kind) ? sectionKinds[section.kind].fields : []
  return prefixPaths(`sections.${at}`, fieldsIn(fields, section))
}

const fieldsIn = (fields: readonly PartField[], value: unknown): PlacedField[] =>
  fields.flatMap((field) => {
    const found = valueAt(value, field.path)
    if (!field.entry || !Array.isArray(found)) return [{ path: field.path, field, value: found }]
    return found.flatMap((entry, at) => prefixPaths(`${field.path}.${at}`, fieldsIn(field.entry!.fields, entry)))
  })

const prefixPaths = (path: string, fields: PlacedField[]): PlacedField[] =>
  fields.map((placed) => ({ ...placed, path: `${path}.${placed.path}` }))

/** What is at this path; undefined where nothing is. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], value)
