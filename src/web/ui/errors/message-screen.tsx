import type { ReactNode } from 'react'

type MessageScreenProps = {
  title: ReactNode
  message: ReactNode
  /** Buttons and links, the main one first. */
  children: ReactNode
}

/** A large title, one sentence and actions. */
export function MessageScreen({ title, message, children }: MessageScreenProps) {
  return (
    <section className="page-edge @container relative isolate grid min-h-[75dvh] content-end overflow-clip pt-24 pb-16">
      <span
        aria-hidden
        className="absolute inset-y-0 right-0 -z-10 w-4/5 bg-linear-to-b from-action/70 to-75% to-action/0 [clip-path:polygon(76%_0,84%_0,100%_100%,20%_100%)] sm:w-3/5"
      />
      <div>
        <h1 className="poster-type text-heading leading-[0.9] @3xl:text-title @3xl:leading-[0.9]">{title}</h1>
        <p className="mt-6 max-w-xl text-lede">{message}</p>
        <div className="mt-10 flex flex-wrap gap-3">{children}</div>
      </div>
    </section>
  )
}
