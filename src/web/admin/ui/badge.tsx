import type { ReactNode } from 'react'

const tones = {
  plain: 'border-line text-soft',
  good: 'border-current text-success-ink',
  notice: 'border-current text-highlight-ink',
  bad: 'border-current text-error-ink',
}

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center whitespace-nowrap border px-1.5 py-0.5 font-semibold text-xs leading-none ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
