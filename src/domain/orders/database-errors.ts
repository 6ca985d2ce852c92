import type { RefusalArguments } from '#domain/refusal.ts'

/** Maps the SQLSTATE of a database error to the refusal that the owner reads. */
export function refusalForSqlState(code: string): RefusalArguments {
  if (code === '42501') return ['database-permission']
  // Invalid authorization of the user or of the connection.
  if (code.startsWith('28')) return ['token-error']
  if (code === '23503') return ['database-relationship']
  if (code === '42P01') return ['database-table-missing']
  return ['database-error', { values: { code } }]
}
