import type { ObjectStore } from '#server/files/object-store.ts'

/** What is stored but written down nowhere is left for a day: it may just have arrived. */
const patience = 86_400_000

/** The names of what was stored long ago, below a prefix. */
export async function oldNames(store: ObjectStore, prefix: string, now: Date): Promise<string[]> {
  const names: string[] = []
  for await (const { key, storedAt } of store.list(prefix))
    if (+now - +storedAt > patience) names.push(key.slice(prefix.length))
  return names
}
