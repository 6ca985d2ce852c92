import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Selection } from '#web/admin/ui/lists/use-list-screen.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectBox } from '#web/ui/forms/inputs.tsx'

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** Stands under the cell. Under the title it is the second line of the row on a phone. */
  below?: (row: Row) => ReactNode
  /** At the right end: numbers and buttons. */
  end?: boolean
  /** The value of the search parameter `sort` for this column. */
  sort?: string
  /** Where the value stands on a phone; without it `phoneCellPlaces` decides. */
  phone?: PhoneCellPlace
}

/** On a phone: the title of the row, the end of its first line, its second line with or without the heading, nowhere. */
export type PhoneCellPlace = 'title' | 'end' | 'line' | 'labelled' | 'hidden'

/** The first column is the title. A single number stands at its end; several numbers need their headings. */
export function phoneCellPlaces(columns: readonly Pick<Column<never>, 'phone' | 'end'>[]): PhoneCellPlace[] {
  const numbers = columns.filter(({ end, phone }) => end && !phone).length
  return columns.map(({ phone, end }, at) => {
    if (phone) return phone
    if (at === 0) return 'title'
    if (!end) return 'line'
    return numbers === 1 ? 'end' : 'labelled'
  })
}

/** The link in the title of a row: ink, because red is for the primary action of the screen. */
export const rowTitleClass =
  'min-h-11 content-center font-semibold underline-offset-4 hover:underline sm:min-h-0 max-sm:block max-sm:truncate sm:inline-block'

const placeClasses: Record<PhoneCellPlace, string> = {
  title: 'max-sm:order-1 max-sm:min-w-0 max-sm:grow max-sm:basis-0',
  end: 'max-sm:order-2 max-sm:max-w-1/2',
  line: 'max-sm:order-4 max-sm:min-w-0 max-sm:text-sm',
  labelled:
    'max-sm:order-4 max-sm:text-sm max-sm:before:mr-1.5 max-sm:before:inline max-sm:before:text-soft max-sm:before:content-[attr(data-head)]',
  hidden: 'max-sm:hidden',
}

export type SortOrder = { by: string; direction: 'up' | 'down' }

type TableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  order?: SortOrder
  onOrder?: (order: SortOrder) => void
  /** With it each row can be chosen; `nameOf` says which one a box is for. */
  selection?: Selection
  nameOf?: (row: Row) => string
  /** Stands behind the title of a row, on a phone behind its second line. */
  mark?: (row: Row) => ReactNode
}

/* biome-ignore-start lint/a11y/noRedundantRoles: laid out as blocks, these elements lose the roles they have */

/**
 * Rows under headings. On a phone each row has two lines, and sorting and choosing all rows stand above the first one.
 * The roles are stated because a table with another display is none to a screen reader.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, order, onOrder, selection, nameOf = keyOf, mark } = props
  return (
    <>
      <PhoneTableHead columns={columns} order={order} onOrder={onOrder} selection={selection} />
      <table role="table" className="w-full border-line border-y bg-raised text-[0.9375rem] max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={columns} order={order} onOrder={onOrder} selection={selection} />
        <tbody role="rowgroup" className="max-sm:block">
          {rows.map((row) => (
            <TableRow
              key={keyOf(row)}
              id={keyOf(row)}
              row={row}
              columns={columns}
              selection={selection}
              name={nameOf(row)}
              mark={mark?.(row)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

type HeadProps<Row> = {
  columns: readonly Column<Row>[]
  order?: SortOrder | undefined
  onOrder?: ((order: SortOrder) => void) | undefined
  selection?: Selection | undefined
}

/** Above the columns. On a phone `PhoneTableHead` stands in its place. */
function TableHead<Row>({ columns, order, onOrder, selection }: HeadProps<Row>) {
  return (
    <thead role="rowgroup" className="max-sm:hidden">
      <tr role="row" className="border-line border-b text-left text-soft text-sm">
        {selection && (
          <th role="columnheader" scope="col" className="w-11 p-0">
            <Box
              label="Select all on this page"
              checked={selection.isAll}
              mixed={selection.count > 0 && !selection.isAll}
              onChange={selection.toggleAll}
            />
          </th>
        )}
        {columns.map(({ head, end, sort }) => (
          <th
            key={head}
            role="columnheader"
            scope="col"
            aria-sort={sort && order?.by === sort ? ariaSort[order.direction] : undefined}
            className={`px-4 font-semibold max-xl:px-2 ${sort ? 'py-0' : 'py-2.5'} ${end ? 'text-right' : ''}`}
          >
            {sort && order && onOrder ? <SortButton head={head} sort={sort} order={order} onOrder={onOrder} /> : head}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type RowProps<Row> = {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  selection: Selection | undefined
  name: string
  mark: ReactNode
}

function TableRow<Row>({ id, row, columns, selection, name, mark }: RowProps<Row>) {
  const places = phoneCellPlaces(columns)
  // The title has little room there.
  const withBelow = columns.findIndex(({ below }, at) => below && places[at] === 'title')
  const markedOnPhone = withBelow < 0 ? places.indexOf('line') : withBelow
  return (
    <tr
      role="row"
      aria-selected={selection ? selection.has(id) : undefined}
      data-row={id}
      className={`relative border-line not-first:border-t hover:bg-sunken aria-selected:bg-sunken max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:py-1.5 max-sm:pr-3 max-sm:before:order-3 max-sm:before:basis-full max-sm:before:content-[''] ${selection ? 'max-sm:pl-11' : 'max-sm:pl-3'}`}
    >
      {selection && (
        <td role="cell" className="w-11 p-0 max-sm:absolute max-sm:top-1.5 max-sm:left-0">
          <Box label={`Select ${name}`} checked={selection.has(id)} onChange={() => selection.toggle(id)} />
        </td>
      )}
      {columns.map(({ head, cell, below, end }, at) => (
        <td
          key={head}
          role="cell"
          data-head={head}
          className={`px-4 py-2.5 align-middle max-xl:px-2 max-sm:p-0 ${placeClasses[places[at]!]} ${end ? 'sm:text-right' : ''}`}
        >
          <div className={`min-w-0 max-sm:wrap-anywhere ${places[at] === 'labelled' ? 'max-sm:inline' : ''}`}>
            <MarkedCell
              below={below?.(row)}
              wide={places[at] === 'title' && mark}
              phone={at === markedOnPhone && mark}
              hasPhonePlace={markedOnPhone >= 0}
            >
              {cell(row)}
            </MarkedCell>
          </div>
        </td>
      ))}
    </tr>
  )
}

/* biome-ignore-end lint/a11y/noRedundantRoles: see above */

type MarkedCellProps = {
  children: ReactNode
  below: ReactNode
  /** The mark of the row, if it stands in this cell. */
  wide: ReactNode
  phone: ReactNode
  /** Without one the mark stands behind the title there too. */
  hasPhonePlace: boolean
}

function MarkedCell({ children, below, wide, phone, hasPhonePlace }: MarkedCellProps) {
  const look = 'shrink-0 whitespace-nowrap empty:hidden'
  const phoneMark = phone && <span className={`${look} sm:hidden`}>{phone}</span>
  const content = (
    <>
      {children}
      {below && (
        <div className="flex min-w-0 items-center gap-2 text-sm">
          {below} {phoneMark}
        </div>
      )}
    </>
  )
  if (!wide && !phone) return content
  return (
    <div className="flex min-w-0 items-center gap-2">
      <div className="min-w-0">{content}</div>
      {wide && <span className={`${look} ${hasPhonePlace ? 'max-sm:hidden' : ''}`}>{wide}</span>}
      {!below && phoneMark}
    </div>
  )
}

const ariaSort = { up: 'ascending', down: 'descending' } as const

type SortButtonProps = { head: string; sort: string; order: SortOrder; onOrder: (order: SortOrder) => void }

function SortButton({ head, sort, order, onOrder }: SortButtonProps) {
  const isBy = order.by === sort
  const Icon = isBy ? { up: ArrowUp, down: ArrowDown }[order.direction] : ChevronsUpDown
  return (
    <button
      type="button"
      onClick={() => onOrder({ by: sort, direction: isBy && order.direction === 'up' ? 'down' : 'up' })}
      className={`-mx-2 inline-flex min-h-11 cursor-pointer items-center gap-1 px-2 font-semibold hover:text-ink ${isBy ? 'text-ink' : ''}`}
    >
      {head}
      <Icon aria-hidden className="size-4" />
    </button>
  )
}

type BoxProps = { label: string; checked: boolean; mixed?: boolean; onChange: () => void }

/** The whole cell is the target. */
const Box = ({ label, checked, mixed = false, onChange }: BoxProps) => (
  <label className="grid size-11 cursor-pointer place-items-center">
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = mixed
      }}
      onChange={onChange}
      className="size-5 accent-ink"
    />
  </label>
)

/** For rows without a head: choosing all of them, and their order. */
function PhoneTableHead<Row>({ columns, order, onOrder, selection }: HeadProps<Row>) {
  const sorts = columns.filter(({ sort }) => sort)
  if (!selection && !(order && onOrder)) return null
  return (
    <div className="flex flex-wrap items-center gap-3 pb-3 sm:hidden">
      {order && onOrder && (
        <div className="flex grow basis-48 gap-2">
          <SelectBox
            aria-label="Sort by"
            className="grow"
            value={order.by}
            onChange={({ target }) => onOrder({ by: target.value, direction: 'up' })}
          >
            {sorts.some(({ sort }) => sort === order.by) || <option value={order.by}>Sort by…</option>}
            {sorts.map(({ head, sort }) => (
              <option key={sort} value={sort}>
                Sort by: {head}
              </option>
            ))}
          </SelectBox>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Reverse the order"
            aria-pressed={order.direction === 'down'}
            onClick={() => onOrder({ ...order, direction: order.direction === 'up' ? 'down' : 'up' })}
          >
            {order.direction === 'up' ? (
              <ArrowUp aria-hidden className="size-5" />
            ) : (
              <ArrowDown aria-hidden className="size-5" />
            )}
          </Button>
        </div>
      )}
      {selection && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={selection.isAll}
            ref={(box) => {
              if (box) box.indeterminate = selection.count > 0 && !selection.isAll
            }}
            onChange={selection.toggleAll}
            className="size-5 accent-ink"
          />
          Select all on this page
        </label>
      )}
    </div>
  )
}
