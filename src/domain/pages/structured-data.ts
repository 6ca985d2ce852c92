import { withoutTurning } from '#domain/turning.ts'

/** What a page is about, in the words of schema.org, for those who do not read pages but look things up in them. */
export type Thing = { '@type': string; [property: string]: unknown }

/** For a script element of type `application/ld+json`: no text in it can end the element or begin another. */
export const inertJson = (thing: Thing): string =>
  withoutTurning(JSON.stringify({ '@context': 'https://schema.org', ...thing }))
    .replaceAll(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

/** The way from the home page to this one. */
export const breadcrumbs = (origin: string, steps: readonly { name: string; path: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: new URL(path, origin).href,
  })),
})
