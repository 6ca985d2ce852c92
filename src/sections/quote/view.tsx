import type { SectionOf } from '#sections/kinds.ts'
import type { SectionView } from '#sections/section-view.ts'

export const view: SectionView<SectionOf<'quote'>, undefined> = {
  View: ({ section: { quote, source } }) => (
    <section className="page-edge py-section">
      <figure className="max-w-5xl">
        <blockquote className="poster-type whitespace-pre-line text-heading normal-case">“{quote}”</blockquote>
        {source && <figcaption className="mt-5 text-soft">{source}</figcaption>}
      </figure>
    </section>
  ),
}
