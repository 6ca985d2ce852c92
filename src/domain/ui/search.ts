import { pageNumber } from '#domain/ui/page-number.ts'
import { uuidShape } from '#domain/uuid.ts'

/** Reads one value of an address; what it cannot read is as if it were not there. */
export type Read<T> = (value: unknown) => T | undefined

/**
 * What a page reads from its address. Every page's part of this is in the first script that any visitor loads, so it is
 * a few functions and no library.
 */
export const searchOf =
  <S extends Record<string, Read<unknown>>>(parts: S) =>
  (search: Record<string, unknown>): { [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> | undefined } =>
    Object.fromEntries(Object.entries(parts).map(([name, read]) => [name, read(search[name])])) as never

export const oneOf =
  <const V extends string>(...values: V[]): Read<V> =>
  (value) =>
    values.find((each) => each === value)

export const textOf =
  (most = 2_000, shape = /^/): Read<string> =>
  (value) =>
    typeof value === 'string' && value.length <= most && shape.test(value) ? value : undefined

export const uuidOf: Read<string> = textOf(36, uuidShape)

/** A whole number from 1 to the most. */
export const numberOf =
  (most: number): Read<number> =>
  (value) =>
    typeof value === 'string' || typeof value === 'number' ? pageNumber(value, most) : undefined

/** The part of an address that every list has. */
export const listSearch = {
  q: textOf(80),
  direction: oneOf('up', 'down'),
  page: numberOf(10_000),
  size: numberOf(100),
}
