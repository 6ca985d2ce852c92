import { z } from 'zod'
import { type PartName, type SiteDocument, type SiteParts, schemaOfPart } from '#domain/site-editor/document.ts'
import { problemSentence, zodIssueMessage } from '#domain/sites/site-file-problems.ts'
import { isSameJson } from '#web/admin/ui/editor/editor-state.ts'

type ValueAt<T, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof T
    ? ValueAt<NonNullable<T[Name]>, Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never

/** The fields of a form, by their place in the document (`identity.name`), with their labels in the order of the form. */
export type PartLabels = Readonly<Record<`${PartName}.${string}`, string>>

/** The values of a form, by the same names. */
export type DocumentValues<L extends PartLabels> = { [Path in keyof L & string]: ValueAt<SiteParts, Path> }

type Plain = { [name: string]: unknown }

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

const partOf = (path: string): PartName => path.slice(0, path.indexOf('.')) as PartName
export const partNamesOfLabels = (labels: PartLabels): PartName[] => [...new Set(Object.keys(labels).map(partOf))]

/** The values of the fields in a document. */
export function valuesIn<L extends PartLabels>(labels: L, document: SiteDocument): DocumentValues<L> {
  const valueAt = (path: string) =>
    path.split('.').reduce<unknown>((at, name) => (isPlain(at) ? at[name] : undefined), document)
  return Object.fromEntries(Object.keys(labels).map((path) => [path, valueAt(path)])) as DocumentValues<L>
}

/** The parts in which these values differ from the document, whole. */
export function changedParts<L extends PartLabels>(
  labels: L,
  { document, values }: { document: SiteDocument; values: DocumentValues<L> },
): SiteDocument {
  const before = valuesIn(labels, document)
  const paths = (Object.keys(labels) as (keyof L & string)[]).filter((path) => !isSameJson(values[path], before[path]))
  const touched = new Set(paths.map(partOf))
  return paths.reduce<Plain>(
    (parts, path) => withValue(parts, path.split('.'), values[path]),
    Object.fromEntries([...touched].map((part) => [part, document[part] ?? {}])),
  ) as SiteDocument
}

function withValue(at: Plain, [name = '', ...rest]: string[], value: unknown): Plain {
  const inner = at[name]
  return { ...at, [name]: rest.length ? withValue(isPlain(inner) ? inner : {}, rest, value) : value }
}

/** The domain's own rules for these parts, in sentences. */
export const partsSchema: z.ZodType<SiteDocument> = z.unknown().transform((parts, context) => {
  const read = Object.entries(parts as SiteDocument).map(([part, value]) => {
    const parsed = schemaOfPart(part as PartName).safeParse(value, { error: zodIssueMessage })
    for (const { path, message } of parsed.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [part, ...path], message: problemSentence(message) })
    return [part, parsed.data]
  })
  return Object.fromEntries(read)
})

/** The problems of everything inside these parts, by their whole place: `navigation.main.2.label`. */
export function problemsInParts(parts: SiteDocument): Record<string, string> {
  const { error } = partsSchema.safeParse(parts)
  const lastFirst = error?.issues.map(({ path, message }) => [path.join('.'), message] as const).reverse() ?? []
  return Object.fromEntries(lastFirst)
}
