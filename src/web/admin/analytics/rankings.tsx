import type { AnalyticsOverviewAnswer } from '#api/admin/analytics.ts'
import { topPerformersRangeDays } from '#domain/analytics/days.ts'
import { maxReferrers } from '#domain/analytics/figures.ts'
import { deletedProductLabel, percentageText, referrerText } from '#domain/analytics/labels.ts'
import { BarList } from '#web/admin/analytics/chart.tsx'
import { ChartTable } from '#web/admin/analytics/chart-table.tsx'
import { useNumberFormats } from '#web/admin/analytics/numbers.ts'
import { ScreenSection } from '#web/admin/ui/screen.tsx'

const NoFigures = ({ children }: { children: string }) => (
  <p className="border-line border-y bg-raised px-4 py-4 text-soft">{children}</p>
)

const nameOf = ({ name }: { name: string | null }) => name ?? deletedProductLabel

export function ProductsPart({ shown: { products, days } }: { shown: AnalyticsOverviewAnswer }) {
  const { count } = useNumberFormats()
  return (
    <ScreenSection title="Top products" intro="By downloaded files.">
      {products.length === 0 ? (
        <NoFigures>Nothing was played or bought in this period.</NoFigures>
      ) : (
        <>
          <BarList
            lines={products.map((each) => ({
              id: each.productId,
              label: nameOf(each),
              value: each.files,
              words: count(each.files),
              more: `${count(each.purchase)} bought, ${count(each.preview)} played`,
            }))}
          />
          <ChartTable
            caption="Top products"
            file="products"
            days={days}
            rows={products}
            keyOf={({ productId }) => productId}
            columns={[
              { head: 'Product', cell: nameOf },
              { head: 'Played', end: true, cell: ({ preview }) => count(preview) },
              { head: 'To the end', end: true, cell: ({ complete }) => count(complete) },
              { head: 'Cart', end: true, cell: ({ cart }) => count(cart) },
              { head: 'Bought', end: true, cell: ({ purchase }) => count(purchase) },
              { head: 'Files', end: true, cell: ({ files }) => count(files) },
            ]}
          />
        </>
      )}
    </ScreenSection>
  )
}

export function PerformersPart({ shown: { performers, days } }: { shown: AnalyticsOverviewAnswer }) {
  const { count, locale } = useNumberFormats()
  return (
    <ScreenSection
      title="Top performers"
      intro={`Products that sell after a preview, in the last ${topPerformersRangeDays} days.`}
    >
      {performers.length === 0 ? (
        <NoFigures>{`Nothing was played in the last ${topPerformersRangeDays} days.`}</NoFigures>
      ) : (
        <>
          <BarList
            tone="fill-highlight"
            lines={performers.map((each) => ({
              id: each.productId,
              label: nameOf(each),
              value: each.conversions,
              words: count(each.conversions),
              more: `bought after listening, ${percentageText(each.conversions, each.previews, locale)} of ${count(each.previews)}`,
            }))}
          />
          <ChartTable
            caption="Top performers"
            file="performers"
            days={days}
            rows={performers}
            keyOf={({ productId }) => productId}
            columns={[
              { head: 'Product', cell: nameOf },
              { head: 'Played', end: true, cell: ({ previews }) => count(previews) },
              { head: 'To the end', end: true, cell: ({ completes }) => count(completes) },
              { head: 'Seconds', end: true, cell: ({ seconds }) => count(seconds) },
              { head: 'Bought', end: true, cell: ({ conversions }) => count(conversions) },
            ]}
          />
        </>
      )}
    </ScreenSection>
  )
}

/** Referring hosts of listeners who consented. */
export function ReferrersPart({ shown: { referrers, days }, max }: { shown: AnalyticsOverviewAnswer; max: number }) {
  const { count } = useNumberFormats()
  const some = referrers.slice(0, max)
  return (
    <ScreenSection
      title="Top referrers"
      intro="Where listeners came from. Visitors who chose “Essential Only” count as direct visits."
    >
      {some.length === 0 ? (
        <NoFigures>Nothing was played in this period.</NoFigures>
      ) : (
        <>
          <BarList
            tone="fill-field"
            lines={some.map(({ referrer, previews }) => ({
              id: referrer,
              label: referrerText(referrer),
              value: previews,
              words: count(previews),
            }))}
          />
          <ChartTable
            caption="Top referrers"
            file={max === maxReferrers ? 'referrers' : 'referrers-by-device'}
            days={days}
            rows={some}
            keyOf={({ referrer }) => referrer}
            columns={[
              { head: 'From', cell: ({ referrer }) => referrerText(referrer) },
              { head: 'Previews', end: true, cell: ({ previews }) => count(previews) },
            ]}
          />
        </>
      )}
    </ScreenSection>
  )
}
