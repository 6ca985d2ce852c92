import { type Context, use } from 'react'

/** What a provider hands down; outside of it the hook that asks throws `misuse`. */
export function useProvided<T extends object>(context: Context<T | null>, misuse: string): T {
  const value = use(context)
  if (!value) throw new Error(misuse)
  return value
}
