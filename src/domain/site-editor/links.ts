import type { LabelledLink } from '#domain/pages/content.ts'
import type { PartName } from '#domain/site-editor/document.ts'
import { placedFields } from '#domain/site-editor/placed-fields.ts'
import { linksOfMarkdown } from '#domain/sites/markdown.ts'
import { linksIn, pathOfLinkTarget } from '#domain/sites/navigation.ts'
import { hasFixedPath } from '#domain/sites/pages.ts'

/** The links of a part that lead to pages of the site itself: in fields of their own and in Markdown. */
export function linksOfPart(part: PartName, value: unknown): LabelledLink[] {
  const written = placedFields(part, value).flatMap(({ field, value: text }) =>
    field.kind === 'markdown' && typeof text === 'string' ? linksOfMarkdown(text) : [],
  )
  return [...linksIn(value).map(({ link }) => link), ...written].filter(({ target }) => /^\/(?!\/)/.test(target))
}

/** The show or product that a link names; null for any other page. */
export function linkedSlug(page: 'tour' | 'shop', target: string): string | null {
  const path = pathOfLinkTarget(target)
  const [, list, slug] = /^\/([a-z]+)\/([^/]+)$/.exec(path) ?? []
  return list === page && slug && !hasFixedPath(path) ? slug : null
}
