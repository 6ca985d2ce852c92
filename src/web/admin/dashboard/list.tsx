import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

export const rowClass = 'border-line not-first:border-t'
export const lineClass = 'flex min-h-12 items-center gap-x-4 px-4 py-2.5 hover:bg-sunken'
export const moreLinkClass = 'inline-flex min-h-11 items-end font-semibold underline underline-offset-4'

export const List = ({ children }: { children: ReactNode }) => (
  <ul className="border-line border-y bg-raised">{children}</ul>
)
export const EmptyRow = ({ children }: { children: ReactNode }) => <li className="px-4 py-3 text-soft">{children}</li>

type TaskRowProps = {
  link: Pick<LinkProps, 'to' | 'params' | 'search'>
  /** In front of the words: a number, or an icon. */
  mark: ReactNode
  detail?: ReactNode
  children: ReactNode
}

/** Something to do, with a link to where it is done. */
export const TaskRow = ({ link, mark, detail, children }: TaskRowProps) => (
  <li className={rowClass}>
    <Link {...link} className={lineClass}>
      {mark}
      <span className="min-w-0 grow break-words">
        {children}
        {detail && <span className="block text-soft text-sm">{detail}</span>}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
    </Link>
  </li>
)
