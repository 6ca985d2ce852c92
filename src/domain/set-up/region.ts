import { euVatRates } from '#domain/sites/eu-vat-rates.ts'
import type { SettingValues } from '#domain/sites/settings.ts'
import type { VatRates } from '#domain/sites/shop-rules.ts'

/** The VAT rates for owners in this country; null: they enter their own. */
export const vatPreset = (country: string): { [country: string]: VatRates } | null =>
  Object.hasOwn(euVatRates, country) ? euVatRates : null

type Region = SettingValues['region']

/** The most common locale, time zone and currency of a country. */
const defaultsByCountry: Record<string, string> = {
  AR: 'es-AR America/Argentina/Buenos_Aires ARS',
  AT: 'de-AT Europe/Vienna EUR',
  AU: 'en-AU Australia/Sydney AUD',
  BE: 'nl-BE Europe/Brussels EUR',
  BG: 'bg-BG Europe/Sofia EUR',
  BR: 'pt-BR America/Sao_Paulo BRL',
  CA: 'en-CA America/Toronto CAD',
  CH: 'de-CH Europe/Zurich CHF',
  CL: 'es-CL America/Santiago CLP',
  CN: 'zh-CN Asia/Shanghai CNY',
  CO: 'es-CO America/Bogota COP',
  CY: 'el-CY Asia/Nicosia EUR',
  CZ: 'cs-CZ Europe/Prague CZK',
  DE: 'de-DE Europe/Berlin EUR',
  DK: 'da-DK Europe/Copenhagen DKK',
  EE: 'et-EE Europe/Tallinn EUR',
  ES: 'es-ES Europe/Madrid EUR',
  FI: 'fi-FI Europe/Helsinki EUR',
  FR: 'fr-FR Europe/Paris EUR',
  GB: 'en-GB Europe/London GBP',
  GR: 'el-GR Europe/Athens EUR',
  HR: 'hr-HR Europe/Zagreb EUR',
  HU: 'hu-HU Europe/Budapest HUF',
  IE: 'en-IE Europe/Dublin EUR',
  IN: 'en-IN Asia/Kolkata INR',
  IS: 'is-IS Atlantic/Reykjavik ISK',
  IT: 'it-IT Europe/Rome EUR',
  JP: 'ja-JP Asia/Tokyo JPY',
  KR: 'ko-KR Asia/Seoul KRW',
  LI: 'de-LI Europe/Vaduz CHF',
  LT: 'lt-LT Europe/Vilnius EUR',
  LU: 'fr-LU Europe/Luxembourg EUR',
  LV: 'lv-LV Europe/Riga EUR',
  MT: 'mt-MT Europe/Malta EUR',
  MX: 'es-MX America/Mexico_City MXN',
  NG: 'en-NG Africa/Lagos NGN',
  NL: 'nl-NL Europe/Amsterdam EUR',
  NO: 'nb-NO Europe/Oslo NOK',
  NZ: 'en-NZ Pacific/Auckland NZD',
  PL: 'pl-PL Europe/Warsaw PLN',
  PT: 'pt-PT Europe/Lisbon EUR',
  RO: 'ro-RO Europe/Bucharest RON',
  RS: 'sr-RS Europe/Belgrade RSD',
  SE: 'sv-SE Europe/Stockholm SEK',
  SI: 'sl-SI Europe/Ljubljana EUR',
  SK: 'sk-SK Europe/Bratislava EUR',
  TR: 'tr-TR Europe/Istanbul TRY',
  TW: 'zh-TW Asia/Taipei TWD',
  UA: 'uk-UA Europe/Kyiv UAH',
  US: 'en-US America/New_York USD',
  ZA: 'en-ZA Africa/Johannesburg ZAR',
}
export const knownCountries = Object.keys(defaultsByCountry)

/** The other time zones of countries that have several. */
const otherZones: Record<string, RegExp> = {
  AU: /^Australia\//,
  BR: /^America\/(Manaus|Fortaleza|Recife|Bahia|Belem|Cuiaba|Campo_Grande|Porto_Velho|Rio_Branco|Maceio|Araguaina)$/,
  CA: /^America\/(Vancouver|Edmonton|Winnipeg|Halifax|St_Johns|Regina|Moncton)$/,
  ES: /^Atlantic\/Canary$/,
  MX: /^America\/(Tijuana|Monterrey|Merida|Cancun|Hermosillo|Chihuahua|Mazatlan)$/,
  PT: /^Atlantic\/(Azores|Madeira)$/,
  US: /^(America\/(Chicago|Denver|Los_Angeles|Phoenix|Detroit|Anchorage|Boise|Indiana\/.*)|Pacific\/Honolulu)$/,
}

/** The most likely region settings of an owner in this country; keeps the browser's time zone if it is one of the country's. */
export function suggestedRegion(country: string, ownZone: string): Region | null {
  const [locale, zone, currency] = defaultsByCountry[country]?.split(' ') ?? []
  if (!locale || !zone || !currency) return null
  return { locale, zone: otherZones[country]?.test(ownZone) ? ownZone : zone, currency }
}

/** The country of a time zone; null if it belongs to none of these. */
export const countryOfZone = (zone: string): string | null =>
  knownCountries.find((country) => suggestedRegion(country, zone)?.zone === zone) ?? null
