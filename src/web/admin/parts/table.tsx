import type { ReactNode } from 'react'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** Numbers and buttons stand at the right. */
  end?: boolean
}

type TableProps<Row> = { caption: string; columns: Column<Row>[]; rows: readonly Row[]; keyOf: (row: Row) => string }

/**
 * Rows under headings; on a phone each row becomes a small sheet with the headings beside the values. The roles are
 * stated because a table that is laid out as blocks is none to a screen reader otherwise.
 */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: laid out as blocks, these elements lose the roles they have
    <table role="table" className="w-full border-line border-y bg-raised text-[0.9375rem] max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="border-line border-b text-left text-soft text-sm">
          {columns.map(({ head, end }) => (
            <th
              key={head}
              role="columnheader"
              scope="col"
              className={`px-4 py-2.5 font-semibold ${end ? 'text-right' : ''}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="border-line not-first:border-t hover:bg-sunken max-sm:block max-sm:px-4 max-sm:py-3"
          >
            {columns.map(({ head, cell, end }) => (
              <td
                key={head}
                role="cell"
                data-head={head}
                className={`px-4 py-2.5 align-middle max-sm:grid max-sm:grid-cols-[7rem_1fr] max-sm:gap-3 max-sm:px-0 max-sm:py-1 max-sm:before:font-semibold max-sm:before:text-soft max-sm:before:text-sm max-sm:before:content-[attr(data-head)] ${end ? 'sm:text-right' : ''}`}
              >
                <div className="min-w-0">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}
