import type { LabelledLink } from '#domain/pages/content.ts'
import { ownPagesOf, type PartName, partNamesIn, type SiteDocument } from '#domain/site-editor/document.ts'
import { placedFields } from '#domain/site-editor/placed-fields.ts'
import type { WithFeatures } from '#domain/sites/features.ts'
import { linksOfMarkdown } from '#domain/sites/markdown.ts'
import { isOwnLinkTarget, linksIn, pathOfLinkTarget } from '#domain/sites/navigation.ts'
import { hasFixedPath, isLinkEnabled } from '#domain/sites/pages.ts'

/** The links of a part that lead to pages of the site itself: in fields of their own and in Markdown. */
export function linksOfPart(part: PartName, value: unknown): LabelledLink[] {
  const written = placedFields(part, value).flatMap(({ field, value: text }) =>
    field.kind === 'markdown' && typeof text === 'string' ? linksOfMarkdown(text) : [],
  )
  return [...linksIn(value).map(({ link }) => link), ...written].filter(({ target }) => isOwnLinkTarget(target))
}

/**
 * The links of a document that visitors do not see although there is a page: its feature is off, or its owner has hidden
 * it. They are back when that changes, so they prevent no publication.
 */
export function closedLinksOf(site: WithFeatures, document: SiteDocument): ClosedLink[] {
  const hidden = new Set(ownPagesOf(document).flatMap((page) => (page.visibility === 'hidden' ? [page.address] : [])))
  return partNamesIn(document).flatMap((part) =>
    linksOfPart(part, document[part]).flatMap(({ target, label }): ClosedLink[] => {
      if (!isLinkEnabled(site, target)) return [{ part, label, target, because: 'switched-off' }]
      return hidden.has(pathOfLinkTarget(target)) ? [{ part, label, target, because: 'hidden' }] : []
    }),
  )
}
export type ClosedLink = LabelledLink & { part: PartName; because: (typeof closedLinkReasons)[number] }
export const closedLinkReasons = ['switched-off', 'hidden'] as const

/** The show or product that a link names; null for any other page. */
export function linkedSlug(page: 'tour' | 'shop', target: string): string | null {
  const path = pathOfLinkTarget(target)
  const [, list, slug] = /^\/([a-z]+)\/([^/]+)$/.exec(path) ?? []
  return list === page && slug && !hasFixedPath(path) ? slug : null
}
