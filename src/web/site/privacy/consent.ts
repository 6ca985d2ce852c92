import { useSyncExternalStore } from 'react'
import { cartDeclinedEvent, cartKey } from '#domain/cart/cart-key.ts'
import {
  addAllowedService,
  type ConsentChoice,
  type CookiePreferences,
  consentKey,
  createConsentRecord,
  createPreferences,
  hasConsentFor,
  parseConsent,
  parsePreferences,
  preferencesKey,
  removeAllowedService,
  storageKeysToClear,
} from '#domain/privacy/consent.ts'

/** Choices that could not be stored; they last until the visitor leaves the page. */
const unstored: { consent?: string; preferences?: string } = {}
const watchers = new Set<() => void>()

function storedConsent(): string | null {
  try {
    return unstored.consent ?? localStorage.getItem(consentKey)
  } catch {
    return null
  }
}

function storedPreferences(): string | null {
  try {
    return unstored.preferences ?? localStorage.getItem(preferencesKey)
  } catch {
    return null
  }
}

function choose(choice: ConsentChoice): void {
  unstored.consent = JSON.stringify(createConsentRecord(choice, new Date()))
  try {
    if (choice === 'essential-only') decline()
    localStorage.setItem(consentKey, unstored.consent)
    delete unstored.consent
  } catch {
    // The choice lasts for this page.
  }
  storePreferences(createPreferences(choice))
}

function storePreferences(preferences: CookiePreferences): void {
  unstored.preferences = JSON.stringify(preferences)
  try {
    localStorage.setItem(preferencesKey, unstored.preferences)
    delete unstored.preferences
  } catch {
    // The preferences last for this page.
  }
  for (const changed of watchers) changed()
}

/** The cart that the visitor sees stays until the tab is closed. */
function decline(): void {
  const cart = localStorage.getItem(cartKey)
  if (cart) sessionStorage.setItem(cartKey, cart)
  for (const key of storageKeysToClear(Object.keys(localStorage))) localStorage.removeItem(key)
  window.dispatchEvent(new Event(cartDeclinedEvent))
}

/** Notices changes on this page, in other tabs, and on return from the back/forward cache. */
function watch(changed: () => void) {
  watchers.add(changed)
  window.addEventListener('storage', changed)
  window.addEventListener('pageshow', changed)
  return () => {
    watchers.delete(changed)
    window.removeEventListener('storage', changed)
    window.removeEventListener('pageshow', changed)
  }
}

/** The visitor's consent. Before hydration it is unknown: `chosen` is undefined, nothing is allowed or asked. */
export function useConsent() {
  const record = useSyncExternalStore<string | null | undefined>(watch, storedConsent, () => undefined)
  const consent = parseConsent(record ?? null)
  const functional = hasConsentFor(consent, 'functional')
  const decision: ConsentChoice | null = consent && (functional ? 'accept-all' : 'essential-only')
  const chosen = record === undefined ? undefined : decision
  return { chosen, needsChoice: chosen === null, functional, choose }
}

const preferences = () => parsePreferences(storedPreferences())

/** Which embedded players may load: all after "Accept All", else those allowed one by one. */
export function usePlayerConsent() {
  const { functional } = useConsent()
  const { services } = parsePreferences(useSyncExternalStore(watch, storedPreferences, () => null))
  return {
    /** The services allowed one by one. */
    services,
    mayLoad: (service: string) => functional || services.includes(service),
    allow: (service: string) => storePreferences(addAllowedService(preferences(), service)),
    askAgain: (service: string) => storePreferences(removeAllowedService(preferences(), service)),
  }
}
