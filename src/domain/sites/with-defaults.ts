/** Objects are filled field by field, everything else is taken whole; undefined counts as not given. */
export function withDefaults<T>(base: unknown, given: unknown): T {
  if (given === undefined) return base as T
  if (!isRecord(base) || !isRecord(given)) return given as T
  const names = new Set([...Object.keys(base), ...Object.keys(given)])
  return Object.fromEntries([...names].map((name) => [name, withDefaults(base[name], given[name])])) as T
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
