import type { ReactNode } from 'react'

export type DefinitionListRow = [name: string, value: ReactNode]

/** A list of names and values. */
export const DefinitionList = ({ facts }: { facts: DefinitionListRow[] }) => (
  <dl className="border-line border-y bg-raised text-[0.9375rem]">
    {facts.map(([name, value]) => (
      <div
        key={name}
        className="grid grid-cols-[7rem_1fr] sm:grid-cols-[9rem_1fr] gap-3 border-line px-4 py-2.5 not-first:border-t"
      >
        <dt className="text-soft">{name}</dt>
        <dd className="min-w-0 break-words font-medium">{value}</dd>
      </div>
    ))}
  </dl>
)
