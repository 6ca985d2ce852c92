import { maxLineLength, maxPlainTextLength } from '#domain/sites/content-schema.ts'
import { maxMarkdownLength } from '#domain/sites/markdown.ts'

/**
 * `themed` is a picture for light pages and one for dark ones, `icon` a picture that icons are made from, `list` has entries with fields of their own, `choice` is
 * one of its options, and `ofSite` one or some of what the site has.
 */
export type FieldKind =
  | 'line'
  | 'text'
  | 'markdown'
  | 'picture'
  | 'icon'
  | 'themed'
  | 'link'
  | 'list'
  | 'number'
  | 'switch'
  | 'choice'
  | 'ofSite'

export const siteChoiceKinds = ['release', 'products', 'category', 'country'] as const
/** What a field lets the owner choose from: the records, products, categories or the countries of the tour. */
export type SiteChoiceKind = (typeof siteChoiceKinds)[number]

export type PartField = {
  /** Leads to the value within the part: `hero.line`. */
  path: string
  kind: FieldKind
  label: string
  help?: string
  /** What is stored for an empty field; a field without it must not be empty. */
  empty?: 'null' | 'absent'
  /** The shape in which a picture is shown; without it, it keeps its own. */
  ratio?: number
  /** Of a number. */
  range?: { min: number; max: number }
  /** Of a choice: the words of each value. */
  options?: Readonly<Record<string, string>>
  /** Of a field that chooses from the site. */
  from?: SiteChoiceKind
  /** Of a list: the fields of an entry, a new one, and what one is called. */
  entry?: { fields: PartField[]; blank: Readonly<Record<string, unknown>>; name: string; most: number }
  /** Shown only while this field of the same form has one of these values. */
  onlyWhile?: { path: string; is: readonly unknown[] }
}

export type PartFields = { title: string; intro?: string; fields: PartField[] }

export const fieldLimits: Partial<Record<FieldKind, number>> = {
  line: maxLineLength,
  text: maxPlainTextLength,
  markdown: maxMarkdownLength,
}

type FieldOptions = Partial<Omit<PartField, 'path' | 'kind' | 'label'>>

export const lineField = (path: string, label: string, more: FieldOptions = {}): PartField => ({
  path,
  kind: 'line',
  label,
  ...more,
})
export const textField = (path: string, label: string, help?: string): PartField => ({
  path,
  kind: 'text',
  label,
  ...(help && { help }),
})
export const linkField = (path: string, label: string, help?: string): PartField => ({
  path,
  kind: 'link',
  label,
  empty: 'null',
  ...(help && { help }),
})
export const pictureField = (path: string, label: string, more: FieldOptions = {}): PartField => ({
  path,
  kind: 'picture',
  label,
  empty: 'null',
  ...more,
})
export const numberField = (
  path: string,
  label: string,
  min: number,
  max: number,
  more: FieldOptions = {},
): PartField => ({
  path,
  kind: 'number',
  label,
  range: { min, max },
  ...more,
})
