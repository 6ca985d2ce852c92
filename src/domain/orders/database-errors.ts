import type { RefusalAbout } from '#domain/refusal.ts'

/** How an owner is told of what the database refuses, by its SQLSTATE. */
export function refusalOfCode(code: string): RefusalAbout {
  if (code === '42501') return ['database-permission']
  // Invalid authorization, of whoever asks or of the connection itself.
  if (code.startsWith('28')) return ['token-error']
  if (code === '23503') return ['database-relationship']
  if (code === '42P01') return ['database-table-missing']
  return ['database-error', { values: { code } }]
}
