import { type LinkProps, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CollectionName } from '#domain/collections/collection.ts'
import {
  collectionEntryQuery,
  collectionRoutes,
  type EditedEntries,
  entryOf,
} from '#web/admin/collections/collections-query.ts'
import type { EntryEditorInput } from '#web/admin/collections/entry-editor.tsx'
import type { VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { useNewRecord } from '#web/admin/ui/editor/use-new-record.ts'
import { BackToListLink, QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { unwrapResponse } from '#web/api-response.ts'

type EntryScreenProps<N extends CollectionName, V, D> = {
  name: N
  path: `/admin/site/${'records' | 'awards' | 'press'}`
  words: { one: string; many: string }
  valuesOf: (entry: EditedEntries[N]) => VersionedValues<V>
  editor: (editing: EntryEditorInput<V, D>, entry: EditedEntries[N] | null) => ReactNode
}

type NewEntryScreenProps<N extends CollectionName, V, D> = EntryScreenProps<N, V, D> & { initial: VersionedValues<V> }

export function NewEntryScreen<N extends CollectionName, V, D>(props: NewEntryScreenProps<N, V, D>) {
  const { name, path, words, initial, valuesOf, editor } = props
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const { round, after } = useNewRecord((id) =>
    navigate({ to: `${path}/${id}` as LinkProps['to'], replace: true, ignoreBlocker: true }),
  )
  const save = async (draft: D, _: unknown, id: string) => {
    const json = { ...draft, id } as never
    return valuesOf(entryOf<N>(await unwrapResponse(collectionRoutes(api, name).$post({ json }))))
  }
  return (
    <Screen title={`New ${words.one}`}>
      <div key={round}>{editor({ after, initial, save }, null)}</div>
    </Screen>
  )
}

export function EntryScreen<N extends CollectionName, V, D>(
  props: EntryScreenProps<N, V, D> & { id: string; titleOf: (entry: EditedEntries[N]) => string },
) {
  const { id, name, path, words, valuesOf, editor, titleOf } = props
  const { api } = useRouter().options.context
  const one = collectionRoutes(api, name)[':id']
  const read = (entry: { id: string }) => valuesOf(entryOf<N>(entry))
  const save = async (draft: D, version: string | number) => {
    const json = { ...draft, sequence: Number(version) } as never
    return read(await unwrapResponse(one.$put({ param: { id }, json })))
  }
  return (
    <QueryBoundary
      query={collectionEntryQuery(api, name, id)}
      failed={`This ${words.one} could not be loaded. It may have been deleted.`}
      list={<BackToListLink to={path}>All {words.many}</BackToListLink>}
    >
      {(entry) => (
        <Screen title={titleOf(entry)} recordId={id}>
          <div key={id}>
            {editor(
              {
                id,
                initial: valuesOf(entry),
                save,
                fetchNewest: async () => read(await unwrapResponse(one.$get({ param: { id } }))),
              },
              entry,
            )}
          </div>
        </Screen>
      )}
    </QueryBoundary>
  )
}
