import { type ReactNode, useId } from 'react'

/** Fields under one heading, which is beside them on wide screens. */
export function FieldGroup({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 border-line border-t pt-6 xl:grid-cols-[14rem_minmax(0,56rem)]"
    >
      <header>
        <h2 id={id} className="font-semibold text-lg leading-tight">
          {title}
        </h2>
        {intro && <p className="mt-1 text-soft text-sm">{intro}</p>}
      </header>
      <div className="grid gap-5">{children}</div>
    </section>
  )
}
