import { Link } from '@tanstack/react-router'
import type { DashboardAnswer, RevenueOnDashboard } from '#api/admin/dashboard.ts'
import { formatMoney } from '#domain/money.ts'
import { comparisonPeriodDays } from '#domain/orders/periods.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { EmptyRow, List, lineClass, moreLinkClass, rowClass } from '#web/admin/dashboard/list.tsx'
import { type DayValue, Sparkline } from '#web/admin/dashboard/sparkline.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { IncludesDemoNotice } from '#web/admin/ui/demo-marks.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type SalesProps = { sales: NonNullable<DashboardAnswer['sales']>; includesDemo: boolean }

/** Orders and revenue, compared with the period before. */
export function Sales({ sales: { last, before, days }, includesDemo }: SalesProps) {
  const site = useWebsite()
  const money = (amount: number) => formatMoney(amount, site)
  return (
    <ScreenSection
      title={`Last ${comparisonPeriodDays} days`}
      intro={includesDemo && <IncludesDemoNotice what="orders" />}
      action={
        <Link to="/admin/orders" className={moreLinkClass}>
          {sidebarTexts.orders}
        </Link>
      }
    >
      <dl className="grid border-line border-y bg-raised sm:grid-cols-2">
        <Figure
          name="Orders"
          value={String(last.orders)}
          days={days.map(({ date, orders }) => ({ date, value: orders, words: String(orders) }))}
          change={comparisonText(last.orders, before.orders, String)}
          less={last.cancelled ? `${last.cancelled} more cancelled` : null}
        />
        <Figure
          name="Revenue"
          value={money(last.revenue)}
          days={days.map(({ date, revenue }) => ({ date, value: revenue, words: money(revenue) }))}
          change={comparisonText(last.revenue, before.revenue, money)}
          less={refundText(last, money)}
        />
      </dl>
    </ScreenSection>
  )
}

const refundText = ({ refunded }: RevenueOnDashboard, money: (amount: number) => string) =>
  refunded ? `${money(refunded)} refunded` : null

type FigureProps = { name: string; value: string; days: DayValue[]; change: string; less: string | null }

const Figure = ({ name, value, days, change, less }: FigureProps) => (
  <div className="border-line px-4 py-3 not-first:border-t sm:not-first:border-t-0 sm:not-first:border-l">
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="poster-type mt-1 text-4xl leading-none tabular-nums">{value}</dd>
    <dd className="mt-3">
      <Sparkline name={name} days={days} />
    </dd>
    <dd className="mt-2 text-sm text-soft">{change}</dd>
    {less && <dd className="text-sm text-soft">{less}</dd>}
  </div>
)

/** Products that are running out, with links to the inventory. */
export function LowStockList({
  lowStock: { count, counted, first },
}: {
  lowStock: NonNullable<DashboardAnswer['lowStock']>
}) {
  return (
    <ScreenSection
      title={count > first.length ? `Low stock (${count})` : 'Low stock'}
      action={
        <Link to="/admin/shop/inventory" search={{ sort: 'left' }} className={moreLinkClass}>
          Inventory
        </Link>
      }
    >
      <List>
        {first.length === 0 && (
          <EmptyRow>{counted ? 'Enough is left of everything.' : 'No products with stock in the shop yet.'}</EmptyRow>
        )}
        {first.map(({ id, name, variant, left }) => (
          <li key={id} className={rowClass}>
            <Link to="/admin/shop/inventory/$id" params={{ id }} className={lineClass}>
              <span className="min-w-0 grow break-words">
                <span className="font-medium">{name}</span>
                {variant && <span className="block text-sm text-soft">{variant}</span>}
              </span>
              <Badge tone={left === 0 ? 'bad' : 'notice'}>{left === 0 ? 'None left' : `${left} left`}</Badge>
            </Link>
          </li>
        ))}
      </List>
    </ScreenSection>
  )
}

/** `25% more than in the 30 days before (£80.00)`. */
export function comparisonText(last: number, before: number, words: (value: number) => string): string {
  const then = `in the ${comparisonPeriodDays} days before`
  if (before === 0) return last === 0 ? `None ${then} either` : `None ${then}`
  if (last === before) return `The same as ${then}`
  const change = Math.round((Math.abs(last - before) / before) * 100)
  return `${change < 1 ? 'Less than 1' : change}% ${last > before ? 'more' : 'less'} than ${then} (${words(before)})`
}

type PreviewPlaysProps = { plays: NonNullable<DashboardAnswer['plays']>; includesDemo: boolean }

export const PreviewPlays = ({ plays: { last, before, days }, includesDemo }: PreviewPlaysProps) => (
  <ScreenSection
    title="Preview plays"
    intro={includesDemo && <IncludesDemoNotice what="visits" />}
    action={
      <Link to="/admin/digital-analytics" className={moreLinkClass}>
        {sidebarTexts.analytics}
      </Link>
    }
  >
    <dl className="border-line border-y bg-raised">
      <Figure
        name="Preview plays"
        value={String(last)}
        days={days.map(({ date, plays }) => ({ date, value: plays, words: String(plays) }))}
        change={comparisonText(last, before, String)}
        less={null}
      />
    </dl>
  </ScreenSection>
)
