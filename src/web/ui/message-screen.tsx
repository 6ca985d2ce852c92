import type { ReactNode } from 'react'

type MessageScreenProps = {
  title: ReactNode
  message: ReactNode
  /** What to do about it: buttons and links, the best one first. */
  children: ReactNode
}

/** One thing to say in large letters, one sentence, and the ways out. Fills the place that it is given. */
export function MessageScreen({ title, message, children }: MessageScreenProps) {
  return (
    <section className="message-screen page-edge grid min-h-[70dvh] content-center py-16">
      <div className="max-w-5xl">
        <span aria-hidden className="block h-2 w-24 bg-action" />
        <h1 className="poster-type mt-8 text-heading">{title}</h1>
        <p className="mt-6 max-w-xl text-lede text-soft">{message}</p>
        <div className="mt-10 flex flex-wrap gap-3">{children}</div>
      </div>
    </section>
  )
}
