import { displayNames } from '#domain/formats.ts'

/** What people who read this language call a country. Browsers and servers may differ, so one of them says it. */
export const countryName = (code: string, locale: string): string =>
  displayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code
