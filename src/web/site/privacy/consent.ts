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
} from '#domain/privacy/consent.ts'

/** A decision that could not be stored holds until the page is left. */
let unstored: string | null = null
const watchers = new Set<() => void>()

function stored(): string | null {
  try {
    return unstored ?? localStorage.getItem(consentKey)
  } catch {
    return null
  }
}

function choose(choice: ConsentChoice): void {
  const decision = JSON.stringify(consentRecord(choice, new Date()))
  try {
    if (choice === 'essential-only') clear(keysToClear(Object.keys(localStorage)))
    localStorage.setItem(preferencesKey, JSON.stringify(preferencesRecord(choice)))
    localStorage.setItem(consentKey, decision)
    unstored = null
  } catch {
    unstored = decision
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
  const record = useSyncExternalStore<string | null | undefined>(watch, stored, () => undefined)
  const consent = readConsent(record ?? null)
  const functional = allows(consent, 'functional')
  const decision: ConsentChoice | null = consent && (functional ? 'accept-all' : 'essential-only')
  const chosen = record === undefined ? undefined : decision
  return { chosen, isAsked: chosen === null, functional, choose }
}
