import { mostLines } from '#domain/checkout/wanted.ts'
import { mostOfOne } from '#domain/products/shop-product.ts'

/** A payment that was begun in this browser, and what it is for. */
export type Begun = { reference: string; items: { id: string; quantity: number }[] }

/** Where the browser's local storage keeps them. */
export const begunKey = 'begun-payments'

/** Those before the last few were never paid, or nobody came back from them. */
const mostBegun = 5

/** The newest is the last. */
export const begunWith = (all: readonly Begun[], begun: Begun): Begun[] =>
  [...all.filter(({ reference }) => reference !== begun.reference), begun].slice(-mostBegun)

/** What was stored, as far as it can be read. */
export function readBegun(text: string | null): Begun[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isBegun).slice(-mostBegun) : []
  } catch {
    return []
  }
}

const isBegun = (value: unknown): value is Begun =>
  isFields(value) &&
  typeof value.reference === 'string' &&
  Array.isArray(value.items) &&
  value.items.length <= mostLines &&
  value.items.every(isItem)

const isItem = (value: unknown): boolean =>
  isFields(value) &&
  typeof value.id === 'string' &&
  Number.isInteger(value.quantity) &&
  Number(value.quantity) >= 1 &&
  Number(value.quantity) <= mostOfOne

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
