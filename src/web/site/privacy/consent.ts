import { useSyncExternalStore } from 'react'
import {
  allows,
  type ConsentChoice,
  consentKey,
  consentRecord,
  keysToClear,
  type Preferences,
  preferencesKey,
  preferencesRecord,
  readConsent,
  readPreferences,
  withoutService,
  withService,
} from '#domain/privacy/consent.ts'

/** What could not be stored holds until the page is left. */
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
  unstored.consent = JSON.stringify(consentRecord(choice, new Date()))
  try {
    if (choice === 'essential-only') clear(keysToClear(Object.keys(localStorage)))
    localStorage.setItem(consentKey, unstored.consent)
    delete unstored.consent
  } catch {
    // It holds for this page.
  }
  keepPreferences(preferencesRecord(choice))
}

function keepPreferences(preferences: Preferences): void {
  unstored.preferences = JSON.stringify(preferences)
  try {
    localStorage.setItem(preferencesKey, unstored.preferences)
    delete unstored.preferences
  } catch {
    // They hold for this page.
  }
  for (const changed of watchers) changed()
}

function clear(keys: string[]): void {
  for (const key of keys) localStorage.removeItem(key)
}

/** Hears of a decision on this page, in other tabs, and while the page lay in the browser's history. */
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

/**
 * What the visitor allows. Until the page is alive nobody knows, so `chosen` is undefined, nothing is allowed and nothing
 * is asked.
 */
export function useConsent() {
  const record = useSyncExternalStore<string | null | undefined>(watch, storedConsent, () => undefined)
  const consent = readConsent(record ?? null)
  const functional = allows(consent, 'functional')
  const decision: ConsentChoice | null = consent && (functional ? 'accept-all' : 'essential-only')
  const chosen = record === undefined ? undefined : decision
  return { chosen, isAsked: chosen === null, functional, choose }
}

const preferences = () => readPreferences(storedPreferences())

/** Whose players may be loaded without asking: everybody's after "Accept All", else those that were allowed one by one. */
export function usePlayers() {
  const { functional } = useConsent()
  const { services } = readPreferences(useSyncExternalStore(watch, storedPreferences, () => null))
  return {
    /** Allowed one by one. */
    services,
    mayLoad: (service: string) => functional || services.includes(service),
    allow: (service: string) => keepPreferences(withService(preferences(), service)),
    askAgain: (service: string) => keepPreferences(withoutService(preferences(), service)),
  }
}
