import { lazy, Suspense } from 'react'
import type { SectionOf } from '#sections/kinds.ts'
import { SectionBox } from '#sections/section-box.tsx'
import type { SectionView } from '#sections/section-view.ts'
import { type PressQuoteAnswer, pressQuery } from '#web/site/pages/pages-query.ts'

const PressQuotes = lazy(async () => ({ default: (await import('#web/site/press/press-quotes.tsx')).PressQuotes }))

export const view: SectionView<SectionOf<'press'>, PressQuoteAnswer[]> = {
  load: async ({ api, load }, { count }) => (await load(pressQuery(api))).slice(0, count),
  View: ({ section: { heading }, data: quotes }) =>
    quotes.length > 0 && (
      <SectionBox heading={heading} more={{ target: '/press', label: 'All quotes' }}>
        <Suspense>
          <PressQuotes quotes={quotes} />
        </Suspense>
      </SectionBox>
    ),
}
