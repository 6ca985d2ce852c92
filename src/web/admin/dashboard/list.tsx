import type { ReactNode } from 'react'

export const rowClass = 'border-line not-first:border-t'
export const lineClass = 'flex min-h-12 items-center gap-x-4 px-4 py-2.5 hover:bg-sunken'
export const moreLinkClass = 'inline-flex min-h-11 items-end font-semibold underline underline-offset-4'

export const List = ({ children }: { children: ReactNode }) => (
  <ul className="border-line border-y bg-raised">{children}</ul>
)
export const EmptyRow = ({ children }: { children: ReactNode }) => <li className="px-4 py-3 text-soft">{children}</li>
