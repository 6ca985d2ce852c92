import { xmlElement, xmlTextElement } from '#domain/pages/xml.ts'

export type Listed = { path: string; changed?: Date | undefined }

export function sitemapOf(origin: string, pages: readonly Listed[]): string {
  const urls = pages.map(({ path, changed }) =>
    xmlElement(
      'url',
      {},
      xmlTextElement('loc', new URL(path, origin).href),
      changed ? xmlTextElement('lastmod', changed.toISOString()) : null,
    ),
  )
  const root = xmlElement('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, ...urls)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

/** What search engines had better leave alone is not secret; it is only no use to anybody who searches. */
export const robotsOf = (origin: string): string =>
  [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    'Disallow: /payment/',
    'Disallow: /privacy/verify-export/',
    '',
    `Sitemap: ${new URL('/sitemap.xml', origin).href}`,
    '',
  ].join('\n')
