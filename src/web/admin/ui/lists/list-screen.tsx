import type { ReactNode } from 'react'
import { DemoBadge } from '#web/admin/ui/demo-marks.tsx'
import { ListStatus } from '#web/admin/ui/lists/list-status.tsx'
import { ListTools } from '#web/admin/ui/lists/list-tools.tsx'
import { Pager } from '#web/admin/ui/lists/pager.tsx'
import { type Column, type SortOrder, Table } from '#web/admin/ui/lists/table.tsx'
import type { ListState } from '#web/admin/ui/lists/use-list-screen.ts'
import { Screen } from '#web/admin/ui/screen.tsx'

type ListViewProps<Row extends { id: string }> = {
  list: ListState<Row>
  /** Above the search box and the filters. */
  banner?: ReactNode
  /** The search box, or a filter that is alone. */
  tools?: ReactNode
  /** On a phone they are behind one button. */
  filters?: ReactNode
  /** Between the tools and the rows. */
  notice?: ReactNode
  /** The rows as a table; a list that is no table has `children` instead. */
  table?: {
    caption: string
    columns: Column<Row>[]
    nameOf?: (row: Row) => string
    /** The record that a row belongs to, where it is no record of its own: demo content is marked by it. */
    recordOf?: (row: Row) => string
  }
  children?: ReactNode
  /** In place of a list without any rows. */
  empty: ReactNode
  /** In place of a list in which the search and the filters have left no row. */
  noMatch?: ReactNode
  /** A `BulkBar` with its dialogs; with it each row of the table can be selected. */
  bulk?: ReactNode
  /** The sentence on the last page that can be turned to, when there are more rows. */
  beyondLastPage?: string
  /** Dialogs about a row: when one closes and the row is gone, the list gets the focus. */
  dialogs?: ReactNode
}

/** One admin list: tools, rows, pages, what can be done with selected rows; while loading, when empty, when it failed. */
export function ListView<Row extends { id: string }>(props: ListViewProps<Row>) {
  const { list, banner, tools, filters, notice, table, children, empty, noMatch, bulk, beyondLastPage, dialogs } = props
  const { data, error, isFetching, isPlaceholderData, refetch, rows, total, request, isNarrowed, selection } = list
  const setSearch = list.setSearch as (changes: object) => void
  const order = request.sort ? ({ by: request.sort, direction: request.direction } as SortOrder) : null
  // The total of an earlier search does not mean that the list is empty.
  const isEmpty = data !== undefined && !isPlaceholderData && total === 0 && !isNarrowed
  return (
    <div className="grid grid-cols-1 gap-4">
      {banner}
      {(tools || filters) && !isEmpty && (
        <ListTools filters={filters} inUse={list.filtersInUse}>
          {tools}
        </ListTools>
      )}
      {notice}
      <ListStatus data={data} error={error} isFetching={isFetching} refetch={refetch} />
      <div {...list.focus.list} className="grid grid-cols-1 gap-4 outline-none empty:hidden">
        {isEmpty && empty}
        {data !== undefined && !isEmpty && (
          <>
            {(table || rows.length > 0) && (
              <div aria-busy={isFetching} className="dim-when-busy">
                {table ? (
                  <Table
                    caption={table.caption}
                    columns={table.columns}
                    rows={rows}
                    keyOf={({ id }) => id}
                    mark={(row) => <DemoBadge id={table.recordOf?.(row) ?? row.id} />}
                    {...(table.nameOf && { nameOf: table.nameOf })}
                    {...(order && {
                      order,
                      onOrder: ({ by, direction }: SortOrder) => setSearch({ sort: by, direction }),
                    })}
                    {...(bulk && { selection })}
                  />
                ) : (
                  children
                )}
              </div>
            )}
            {total === 0 && noMatch}
            {!(total === 0 && noMatch) && (
              <Pager
                page={request.page as number}
                size={request.size as number}
                total={total}
                sizes={list.list.sizes}
                isPlaceholder={isPlaceholderData}
                isNarrowed={isNarrowed}
                {...(beyondLastPage && { max: { pages: list.list.lastPage, words: beyondLastPage } })}
                onChange={setSearch}
              />
            )}
          </>
        )}
        {bulk}
        {dialogs}
      </div>
    </div>
  )
}

type ListScreenProps<Row extends { id: string }> = ListViewProps<Row> & {
  title: string
  intro: ReactNode
  action?: ReactNode
  /** Between the head of the screen and the list. */
  above?: ReactNode
}

/** A screen that is one list. */
export function ListScreen<Row extends { id: string }>({ title, intro, action, above, ...view }: ListScreenProps<Row>) {
  return (
    <Screen title={title} intro={intro} action={action}>
      {above}
      <ListView {...view} />
    </Screen>
  )
}
