import type { HomeContent } from '#domain/pages/content.ts'
import { escapeMarkdown } from '#domain/sites/markdown.ts'
import type { Section } from '#sections/kinds.ts'

/**
 * The home page of a site's file as sections. Documents from before there were sections have the home page in the same
 * shape.
 */
export function sectionsOfHomeContent({ hero, intro, headings, highlights }: HomeContent): Section[] {
  const optional: (Section | false | undefined | '')[] = [
    { id: 'hero', hidden: false, kind: 'hero', title: null, ...hero, showsNextShow: true },
    headings.tour && { id: 'tour', hidden: false, kind: 'shows', heading: headings.tour, count: 6, country: null },
    headings.highlights &&
      highlights.length > 0 && {
        id: 'highlights',
        hidden: false,
        kind: 'highlights',
        heading: headings.highlights,
        entries: highlights,
      },
    headings.release && { id: 'release', hidden: false, kind: 'release', heading: headings.release, release: null },
    {
      id: 'intro',
      hidden: false,
      kind: 'text',
      heading: intro.heading,
      text: escapeMarkdown(intro.text),
      image: intro.image,
      action: intro.action,
      signed: true,
    },
    headings.gallery && {
      id: 'gallery',
      hidden: false,
      kind: 'pictures',
      heading: headings.gallery,
      source: 'gallery',
      count: 7,
      layout: 'row',
      images: [],
    },
    headings.media && { id: 'media', hidden: false, kind: 'media', heading: headings.media, count: 3 },
    headings.shop && {
      id: 'shop',
      hidden: false,
      kind: 'products',
      heading: headings.shop,
      from: 'newest',
      count: 4,
      products: [],
      category: null,
    },
    headings.press && { id: 'press', hidden: false, kind: 'press', heading: headings.press, count: 3 },
    { id: 'mail', hidden: false, kind: 'mailing-list' },
  ]
  return optional.filter((section) => typeof section === 'object')
}
