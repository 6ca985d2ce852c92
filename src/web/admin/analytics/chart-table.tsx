import type { AnalyticsTable } from '#domain/analytics/csv.ts'
import { analyticsCsvUrl } from '#web/admin/analytics/analytics-query.ts'
import { ExportLink } from '#web/admin/ui/lists/export-link.tsx'
import { type Column, Table } from '#web/admin/ui/lists/table.tsx'

type AsTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  file: AnalyticsTable
  days: { from: string; to: string }
}

/** The numbers of a chart as a table, with a CSV export. */
export function ChartTable<Row>({ file, days, ...table }: AsTableProps<Row>) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        Show as table
      </summary>
      <div className="grid justify-items-start gap-3 pt-2">
        <div className="w-full">
          <Table {...table} />
        </div>
        <ExportLink href={analyticsCsvUrl(file, days)} label={`Export ${table.caption}`} />
      </div>
    </details>
  )
}
