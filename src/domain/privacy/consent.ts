import { hasMedia, sellsDigital } from '#domain/sites/features.ts'
import type { Site } from '#domain/sites/site.ts'

export const consentVersion = '1.0'
export const preferencesVersion = '2024.1'

/** Keys of the browser's local storage. */
export const consentKey = 'cookie-consent'
export const preferencesKey = 'cookie-preferences'
export const themeKey = 'theme'

export const consentTypes = ['essential', 'functional'] as const
export type ConsentType = (typeof consentTypes)[number]
export type ConsentChoice = 'essential-only' | 'accept-all'

export type ConsentRecord = {
  /** False when only what the site cannot do without was allowed. */
  accepted: boolean
  version: string
  /** ISO 8601. */
  timestamp: string
  types: ConsentType[]
}

export type CookiePreferences = {
  version: string
  essential: true
  functional: boolean
  /** Whose players may always be loaded, each allowed where it plays. No answer to the question about cookies. */
  services: string[]
}

/** Purposes that need consent: joining the plays of a day, and loading the players of other services. */
export type ConsentPurpose = 'plays' | 'players'

/** Those of them that the features of a site use. */
export const consentPurposesOf = (site: Pick<Site, 'features'>): ConsentPurpose[] => [
  ...(sellsDigital(site) ? (['plays'] as const) : []),
  ...(hasMedia(site) ? (['players'] as const) : []),
]

export function createConsentRecord(choice: ConsentChoice, now: Date): ConsentRecord {
  const accepted = choice === 'accept-all'
  return {
    accepted,
    version: consentVersion,
    timestamp: now.toISOString(),
    types: accepted ? ['essential', 'functional'] : ['essential'],
  }
}

/** After an answer to the question about cookies, which holds for every service. */
export const createPreferences = (choice: ConsentChoice | null): CookiePreferences => ({
  version: preferencesVersion,
  essential: true,
  functional: choice === 'accept-all',
  services: [],
})

/** The stored preferences; without any, those of a visitor who has not been asked yet. */
export function parsePreferences(stored: string | null): CookiePreferences {
  const record = parseJson(stored)
  const none = createPreferences(null)
  if (typeof record !== 'object' || record === null) return none
  const { version, functional, services } = record as Record<string, unknown>
  if (version !== preferencesVersion) return none
  const known = Array.isArray(services) ? services.filter((name) => typeof name === 'string') : []
  return { ...none, functional: functional === true, services: known }
}

export const addAllowedService = (preferences: CookiePreferences, service: string): CookiePreferences => ({
  ...preferences,
  services: [...servicesExcept(preferences, service), service],
})

export const removeAllowedService = (preferences: CookiePreferences, service: string): CookiePreferences => ({
  ...preferences,
  services: servicesExcept(preferences, service),
})

const servicesExcept = ({ services }: CookiePreferences, service: string) => services.filter((each) => each !== service)

/** The stored consent, as far as it is one and of today's version. */
export function parseConsent(stored: string | null): ConsentRecord | null {
  const record = parseJson(stored)
  if (typeof record !== 'object' || record === null) return null
  const { accepted, version, timestamp, types } = record as Record<string, unknown>
  if (typeof accepted !== 'boolean' || version !== consentVersion || typeof timestamp !== 'string') return null
  if (!Array.isArray(types)) return null
  return { accepted, version, timestamp, types: consentTypes.filter((type) => types.includes(type)) }
}

/** Essential purposes need no consent. */
export const hasConsentFor = (consent: ConsentRecord | null, type: ConsentType): boolean =>
  type === 'essential' || Boolean(consent?.types.includes(type))

/** The keys to remove when a visitor declines: all but the decision itself and the theme. */
export function storageKeysToClear(keys: string[]): string[] {
  const kept = [consentKey, preferencesKey, themeKey]
  return keys.filter((key) => !kept.includes(key))
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
