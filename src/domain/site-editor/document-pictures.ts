import { parseImagePath } from '#domain/images/addresses.ts'
import {
  describedPictures,
  type PartName,
  partNames,
  picturesOfMarkdown,
  type SiteDocument,
} from '#domain/site-editor/document.ts'
import { type FieldKind, fieldsOf, hasForm } from '#domain/site-editor/text-fields.ts'

/** The pictures that a document names, once each: files of the site's folder and addresses of uploaded ones. */
export const picturesNamed = (document: SiteDocument): string[] => [
  ...new Set(partNames.flatMap((part) => picturesByField(part, document[part]).flatMap(({ pictures }) => pictures))),
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
export const picturesToDescribe = (document: SiteDocument): { part: PartName; address: string }[] =>
  partNames.flatMap((part) =>
    part === 'branding'
      ? []
      : picturesByField(part, document[part]).flatMap(({ path, kind, pictures }) => {
          const described = kind === 'markdown' ? describedPictures(String(valueAt(document[part], path))) : []
          return pictures
            .filter((name) => parseImagePath(name) && !described.some((each) => each.name === name && each.alt))
            .map((address) => ({ part, address }))
        }),
  )

const picturesByField = (part: PartName, value: unknown): { path: string; kind: FieldKind; pictures: string[] }[] =>
  (hasForm(part) ? fieldsOf(part) : []).map(({ path, kind }) => {
    const found = valueAt(value, path)
    if (kind === 'themed') return { path, kind, pictures: Object.values(found ?? {}) }
    if (typeof found !== 'string') return { path, kind, pictures: [] }
    return { path, kind, pictures: kind === 'markdown' ? picturesOfMarkdown(found) : isPicture(kind) ? [found] : [] }
  })

const isPicture = (kind: FieldKind) => kind === 'picture' || kind === 'icon'

/** What is at this path; undefined where nothing is. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], value)
