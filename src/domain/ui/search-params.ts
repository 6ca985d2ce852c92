import { isLocalDate } from '#domain/time/local-time.ts'
import { uuidPattern } from '#domain/uuid.ts'

/** Addresses stay plain (`?q=2&sort=date`), and every value stays text until a schema reads it. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

/** Reads one value of an address; a value that it cannot read counts as missing. */
export type ParamReader<T> = (value: unknown) => T | undefined

/** What the API demands of the same value. It refuses what a page would ignore. */
export type ParamRule =
  | { kind: 'enum'; values: readonly string[] }
  | { kind: 'text'; maxLength: number; shape: RegExp }
  | { kind: 'uuid' }
  | { kind: 'day' }
  | { kind: 'number'; max: number }
  | { kind: 'sizes'; values: readonly number[] }
  | { kind: 'either'; rules: readonly ParamRule[] }

/** A reader that also tells its rule, so that a page and the API can share it. */
export type SearchParam<T> = ParamReader<T> & { rule: ParamRule }

type Fields = Record<string, ParamReader<unknown>>
/** The values that these readers find in an address. */
export type SearchFromParams<F extends Fields> = { [K in keyof F]?: Exclude<ReturnType<F[K]>, undefined> | undefined }

/**
 * What a page reads from its address. Every page's part of this is in the first script that any visitor loads, so it is
 * a few functions and no library.
 */
export const createSearchReader =
  <F extends Fields>(fields: F) =>
  (search: Record<string, unknown>): SearchFromParams<F> =>
    Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(search[name])])) as never

const searchParam = <T>(rule: ParamRule, read: ParamReader<T>): SearchParam<T> => Object.assign(read, { rule })

export const enumParam = <const V extends string>(...values: V[]): SearchParam<V> =>
  searchParam({ kind: 'enum', values }, (value) => values.find((each) => each === value))

export const textParam = (maxLength = 2_000, shape = /^/): SearchParam<string> =>
  searchParam({ kind: 'text', maxLength, shape }, (value) =>
    typeof value === 'string' && value.length <= maxLength && shape.test(value) ? value : undefined,
  )

export const uuidParam: SearchParam<string> = searchParam({ kind: 'uuid' }, (value) =>
  textParam(36, uuidPattern)(value),
)

/** Whether this is a day like `2026-05-01`, in a century that a calendar is likely to mean. */
export const isPlausibleDate = (text: string): boolean => isLocalDate(text) && text >= '1900' && text < '2200'
export const dateParam: SearchParam<string> = searchParam({ kind: 'day' }, (value) =>
  typeof value === 'string' && isPlausibleDate(value) ? value : undefined,
)

/** What the first of these can read that reads anything. */
export const unionParam = <P extends SearchParam<unknown>>(
  ...params: P[]
): SearchParam<Exclude<ReturnType<P>, undefined>> =>
  searchParam({ kind: 'either', rules: params.map(({ rule }) => rule) }, (value) => {
    for (const read of params) {
      const found = read(value)
      if (found !== undefined) return found as Exclude<ReturnType<P>, undefined>
    }
    return undefined
  })

/** A whole number from 1 to `max`. */
export const numberParam = (max: number): SearchParam<number> =>
  searchParam({ kind: 'number', max }, (value) =>
    typeof value === 'string' || typeof value === 'number' ? parsePageNumber(value, max) : undefined,
  )

/** One of these page sizes; any other is missing. */
export const pageSizeParam = <const V extends number>(...values: V[]): SearchParam<V> =>
  searchParam({ kind: 'sizes', values }, (value) => values.find((each) => String(each) === String(value)))

export const defaultLastPage = 10

/** The page number of an address, from 1 to the last page. A value that is no number means page 1. */
export function parsePageNumber(value: unknown, lastPage = defaultLastPage): number {
  const number = typeof value === 'number' ? value : /^\d+$/.test(String(value)) ? Number(value) : 1
  return Number.isNaN(number) ? 1 : Math.max(1, Math.min(Math.floor(number), lastPage))
}
