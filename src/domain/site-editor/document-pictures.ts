import { parseImagePath } from '#domain/images/addresses.ts'
import { type PartName, partsIn, type SiteDocument } from '#domain/site-editor/document.ts'
import { placedFields } from '#domain/site-editor/placed-fields.ts'
import { picturesOfMarkdown } from '#domain/sites/markdown.ts'

/** The pictures that a document names, once each: files of the site's folder and addresses of uploaded ones. */
export const picturesNamed = (document: SiteDocument): string[] => [
  ...new Set(
    partsIn(document).flatMap((part) => picturesByField(part, document[part]).flatMap(({ pictures }) => pictures)),
  ),
]

/** The fields that name a file which the site's folder does not have: a page with it could not be shown. */
export const missingPictures = (part: PartName, value: unknown, hasPicture: (file: string) => boolean): string[] =>
  picturesByField(part, value)
    .filter(({ pictures }) => !pictures.every((picture) => parseImagePath(picture) || hasPicture(picture)))
    .map(({ path }) => path)

const picturesByField = (part: PartName, whole: unknown): { path: string; pictures: string[] }[] =>
  placedFields(part, whole).map(({ path, field: { kind }, value }) => {
    if (kind === 'themed') return { path, pictures: Object.values(value ?? {}) }
    if (typeof value !== 'string') return { path, pictures: [] }
    return { path, pictures: kind === 'markdown' ? picturesOfMarkdown(value) : kind === 'picture' ? [value] : [] }
  })
