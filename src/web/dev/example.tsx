import { type ReactNode, useId } from 'react'

/** A section with an anchor. */
export function ExampleSection({
  id,
  title,
  note,
  children,
}: {
  id: string
  title: string
  note: string
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-line border-t-2 pt-6 pb-24">
      <header className="grid gap-3 pb-10 lg:grid-cols-[1fr_24rem] lg:items-end">
        <h2 id={`${id}-title`} className="poster-type text-heading">
          {title}
        </h2>
        <p className="text-soft">{note}</p>
      </header>
      <div className="grid gap-10">{children}</div>
    </section>
  )
}

type ExampleProps = {
  /** Unique; tests find the example by it. */
  name: string
  /** Without padding and background. */
  bare?: boolean
  children: ReactNode
}

/** One component in one or several states. */
export function Example({ name, bare = false, children }: ExampleProps) {
  const id = useId()
  return (
    <figure aria-labelledby={id} className="grid min-w-0 content-start gap-3">
      <figcaption id={id} className="font-semibold text-sm text-soft">
        {name}
      </figcaption>
      <div className={bare ? 'border border-line' : 'bg-raised p-5 sm:p-8'}>{children}</div>
    </figure>
  )
}

export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
)

export const Columns = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-8 gap-y-10 md:grid-cols-2">{children}</div>
)
