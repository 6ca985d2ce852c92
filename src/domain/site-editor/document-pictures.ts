import { parseImagePath } from '#domain/images/addresses.ts'
import { type PartName, partNamesIn, type SiteDocument } from '#domain/site-editor/document.ts'
import { placedFields } from '#domain/site-editor/placed-fields.ts'
import type { FieldKind } from '#domain/sites/fields.ts'
import { markdownPictures, picturesOfMarkdown } from '#domain/sites/markdown.ts'

/** The pictures that a document names, once each: files of the site's folder and addresses of uploaded ones. */
export const picturesInDocument = (document: SiteDocument): string[] => [
  ...new Set(
    partNamesIn(document).flatMap((part) => picturesByField(part, document[part]).flatMap(({ pictures }) => pictures)),
  ),
]

/** The fields that name a file which the site's folder does not have: a page with it could not be shown. */
export const missingPictures = (part: PartName, value: unknown, hasPicture: (file: string) => boolean): string[] =>
  picturesByField(part, value)
    .filter(({ pictures }) => !pictures.every((picture) => parseImagePath(picture) || hasPicture(picture)))
    .map(({ path }) => path)

/**
 * The uploaded pictures that a document shows without words of its own. Logo, signature and icon stand for the name of the
 * site.
 */
export const picturesWithoutDescription = (document: SiteDocument): { part: PartName; address: string }[] =>
  partNamesIn(document).flatMap((part) =>
    part === 'branding'
      ? []
      : picturesByField(part, document[part]).flatMap(({ kind, value, pictures }) => {
          const described = kind === 'markdown' ? markdownPictures(String(value)) : []
          return pictures
            .filter((name) => parseImagePath(name) && !described.some((each) => each.name === name && each.alt))
            .map((address) => ({ part, address }))
        }),
  )

type NamedPictures = { path: string; kind: FieldKind; value: unknown; pictures: string[] }

const picturesByField = (part: PartName, whole: unknown): NamedPictures[] =>
  placedFields(part, whole).map(({ path, field: { kind }, value }) => ({
    path,
    kind,
    value,
    pictures: picturesNamedBy(kind, value),
  }))

function picturesNamedBy(kind: FieldKind, value: unknown): string[] {
  if (kind === 'themed') return Object.values(value ?? {})
  if (typeof value !== 'string') return []
  if (kind === 'markdown') return picturesOfMarkdown(value)
  return kind === 'picture' || kind === 'icon' ? [value] : []
}
