import type { Json } from '#domain/activity/activity.ts'

/** What was changed: each field that differs, as it was and as it is. */
export function changesBetween<T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]): Changes {
  const differing = fields.filter((field) => !same(before[field], after[field]))
  return Object.fromEntries(
    differing.map((field) => [field, { before: plain(before[field]), after: plain(after[field]) }]),
  )
}

export type Changes = Record<string, { before: Json; after: Json }>

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))
