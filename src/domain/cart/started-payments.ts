import { maxCheckoutLines } from '#domain/checkout/checkout.ts'
import { maxLineQuantity } from '#domain/products/shop-product.ts'

/** A payment that this browser has started, and its items. */
export type StartedPayment = { reference: string; items: { id: string; quantity: number }[] }

/** Key in local storage. */
export const startedPaymentsKey = 'begun-payments'

/** Older ones were never paid, or the buyer never came back from the payment page. */
const maxStartedPayments = 5

/** Newest last. */
export const addStartedPayment = (all: readonly StartedPayment[], begun: StartedPayment): StartedPayment[] =>
  [...all.filter(({ reference }) => reference !== begun.reference), begun].slice(-maxStartedPayments)

/** Skips stored entries that are not valid. */
export function parseStartedPayments(text: string | null): StartedPayment[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isStartedPayment).slice(-maxStartedPayments) : []
  } catch {
    return []
  }
}

const isStartedPayment = (value: unknown): value is StartedPayment =>
  isFields(value) &&
  typeof value.reference === 'string' &&
  Array.isArray(value.items) &&
  value.items.length <= maxCheckoutLines &&
  value.items.every(isItem)

const isItem = (value: unknown): boolean =>
  isFields(value) &&
  typeof value.id === 'string' &&
  Number.isInteger(value.quantity) &&
  Number(value.quantity) >= 1 &&
  Number(value.quantity) <= maxLineQuantity

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
