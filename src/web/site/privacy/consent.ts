import { useSyncExternalStore } from 'react'
import {
  allows,
  type ConsentChoice,
  consentKey,
  consentRecord,
  keysToClear,
  preferencesKey,
  preferencesRecord,
  readConsent,
  readPreferences,
  withoutService,
  withService,
} from '#domain/privacy/consent.ts'

/** What could not be stored holds until the page is left. */
const unstored = new Map<string, string>()
const watchers = new Set<() => void>()

function stored(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(records: Record<string, object>): void {
  for (const [key, record] of Object.entries(records)) {
    const text = JSON.stringify(record)
    try {
      localStorage.setItem(key, text)
      unstored.delete(key)
    } catch {
      unstored.set(key, text)
    }
  }
  for (const changed of watchers) changed()
}

function choose(choice: ConsentChoice): void {
  try {
    if (choice === 'essential-only') clear(keysToClear(Object.keys(localStorage)))
  } catch {
    // Where nothing can be read, nothing is kept.
  }
  store({ [preferencesKey]: preferencesRecord(choice), [consentKey]: consentRecord(choice, new Date()) })
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
  const record = useSyncExternalStore<string | null | undefined>(
    watch,
    () => stored(consentKey),
    () => undefined,
  )
  const consent = readConsent(record ?? null)
  const functional = allows(consent, 'functional')
  const decision: ConsentChoice | null = consent && (functional ? 'accept-all' : 'essential-only')
  const chosen = record === undefined ? undefined : decision
  return { chosen, isAsked: chosen === null, functional, choose }
}

const preferences = () => readPreferences(stored(preferencesKey))

/** Whose players may be loaded without asking: everybody's after "Accept All", else those that were allowed one by one. */
export function usePlayers() {
  const { functional } = useConsent()
  const record = useSyncExternalStore(
    watch,
    () => stored(preferencesKey),
    () => null,
  )
  const { services } = readPreferences(record)
  return {
    /** Allowed one by one. */
    services,
    mayLoad: (service: string) => functional || services.includes(service),
    allow: (service: string) => store({ [preferencesKey]: withService(preferences(), service) }),
    askAgain: (service: string) => store({ [preferencesKey]: withoutService(preferences(), service) }),
  }
}
