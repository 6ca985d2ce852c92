import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { shareImageSize } from '#domain/images/picture.ts'
import { type JsonLdThing, jsonLdScript } from '#domain/pages/structured-data.ts'
import type { PublicSite } from '#domain/sites/public-site.ts'

type SiteInHead = Pick<PublicSite, 'name' | 'locale'> & { origin: string }
type Page = {
  path: string
  title: string
  description: string
  /** Path of a picture of the shape for link previews, and what it shows. */
  image: { path: string; alt: string } | null
  type?: 'website' | 'article' | 'music.album'
  /** What the page is about, for those who look things up. */
  about?: readonly JsonLdThing[]
}

/** The title of a window: the page, then the site. */
export const windowTitle = (title: string, { name }: Pick<PublicSite, 'name'>): string =>
  title === name ? title : `${title} · ${name}`

/** What search engines and link previews read. Addresses are the site's own, never those of the request. */
export function pageHead(site: SiteInHead, { path, image, type = 'website', about = [], ...words }: Page) {
  const title = withoutBidiControls(words.title)
  const description = withoutBidiControls(words.description)
  const address = new URL(path, site.origin).href
  return {
    meta: [
      { title: windowTitle(title, site) },
      { name: 'description', content: description },
      { property: 'og:site_name', content: site.name },
      { property: 'og:locale', content: site.locale.replace('-', '_') },
      { property: 'og:type', content: type },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      ...(image ? pictureTags(new URL(image.path, site.origin).href, image.alt) : []),
      { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
    ],
    links: [{ rel: 'canonical', href: address }],
    scripts: about.map((thing) => ({ type: 'application/ld+json', children: jsonLdScript(thing) })),
  }
}

const pictureTags = (picture: string, alt: string) => [
  { property: 'og:image', content: picture },
  { property: 'og:image:width', content: String(shareImageSize.width) },
  { property: 'og:image:height', content: String(shareImageSize.height) },
  { property: 'og:image:alt', content: withoutBidiControls(alt) },
  { name: 'twitter:image', content: picture },
]
