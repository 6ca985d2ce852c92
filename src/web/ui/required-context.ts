import { type Context, use } from 'react'

/** The value of a context; outside of its provider it throws `misuse`. */
export function useRequiredContext<T extends object>(context: Context<T | null>, misuse: string): T {
  const value = use(context)
  if (!value) throw new Error(misuse)
  return value
}
