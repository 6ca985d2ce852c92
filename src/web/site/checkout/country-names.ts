import { countryCodes } from '#domain/countries.ts'

/** Countries by their names in the site's language, in its order. */
export function namedCountries(locale: string, codes: readonly string[] | 'all'): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(locale)
  return (codes === 'all' ? countryCodes : codes)
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name))
}

/** Where the site's own people live: `GB` for en-GB. */
export const homeCountry = (locale: string): string => new Intl.Locale(locale).region ?? ''
