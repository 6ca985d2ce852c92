import type { SectionOf } from '#sections/kinds.ts'
import { SectionBox } from '#sections/section-box.tsx'
import type { SectionView } from '#sections/section-view.ts'

export const view: SectionView<SectionOf<'highlights'>, undefined> = {
  View: ({ section: { heading, entries } }) =>
    entries.length > 0 && (
      <SectionBox heading={heading} deep>
        <ul className="page-edge grid gap-x-16 gap-y-12 md:grid-cols-2">
          {entries.map(({ title, text }) => (
            <li key={title} className="border-current/25 border-t pt-6">
              <h3 className="poster-type text-4xl leading-none">{title}</h3>
              <p className="mt-4 max-w-prose text-lede">{text}</p>
            </li>
          ))}
        </ul>
      </SectionBox>
    ),
}
