import type { Role } from '#server/db/access.ts'

export type SealedColumn = {
  table: string
  column: string
  /** Who may write it again. */
  role: Role
  /** False for what belongs to a person on all websites. */
  ofSite: boolean
}

const ofSites = (table: string, ...columns: string[]): SealedColumn[] =>
  columns.map((column) => ({ table, column, role: 'worker', ofSite: true }))

/** Everything that is sealed with the data key; a test compares this with what the database has. */
export const sealedColumns: readonly SealedColumn[] = [
  ...ofSites('orders', 'customer_email', 'customer_name', 'shipping_address'),
  ...ofSites('checkouts', 'customer'),
  ...ofSites('contact_messages', 'content'),
  ...ofSites('data_exports', 'email', 'content'),
  ...ofSites('mails', 'content'),
  ...ofSites('support_notes', 'content'),
  { table: 'factors', column: 'secret', role: 'auth_service', ofSite: false },
]
