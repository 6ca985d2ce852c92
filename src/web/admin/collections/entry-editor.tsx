import { useQueryClient } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { CollectionName } from '#domain/collections/collection.ts'
import { collectionKey, useCollectionActions } from '#web/admin/collections/collections-query.ts'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { type EditorState, useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import type { AfterNewRecord } from '#web/admin/ui/editor/use-new-record.ts'
import { DeleteButton } from '#web/admin/ui/lists/delete-button.tsx'
import { MoveButtons } from '#web/admin/ui/move-buttons.tsx'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Checkbox } from '#web/ui/forms/inputs.tsx'

/** What the screens of a new and of a stored entry give to its editor. */
export type EntryEditorInput<V, D> = {
  /** Absent for a new entry. */
  id?: string
  after?: AfterNewRecord
  initial: VersionedValues<V>
  save: (draft: D, version: string | number, id: string) => Promise<VersionedValues<V>>
  fetchNewest?: () => Promise<VersionedValues<V>>
}

type EntryEditorProps<V extends { isPublished: boolean }, D> = EntryEditorInput<V, D> & {
  name: CollectionName
  path: `/admin/site/${'records' | 'awards' | 'press'}`
  schema: z.ZodType<D>
  draft: (values: V) => unknown
  labels: Record<keyof V & string, string>
  nameOf: (values: V) => string
  children: (editor: EditorState<V>) => ReactNode
}

/** The form of an entry of any collection: save, publish, order, delete. */
export function EntryEditor<V extends { isPublished: boolean }, D>(props: EntryEditorProps<V, D>) {
  const { id, after, name, path, nameOf, children, fetchNewest, initial, schema, draft, labels, save } = props
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const toast = useToast()
  const editor = useEditor<V, D>({
    initial,
    schema,
    draft,
    labels,
    save,
    ...(fetchNewest && { fetchNewest }),
    onSaved: ({ values }, about) => {
      toast.success(`${nameOf(values)} is saved.`)
      void queryClient.invalidateQueries({ queryKey: [...collectionKey(name), 'list'] })
      if (after) after.onSaved(about)
      else if (about.next) void navigate({ to: `${path}/new` as LinkProps['to'] })
    },
  })
  const { box, values } = editor
  return (
    <Editor
      editor={editor}
      back={path}
      hasNext
      isNext={after?.isNext ?? false}
      publishing={{
        field: <Checkbox {...box('isPublished')} />,
        isDraft: !values.isPublished,
        publish: { isPublished: true } as Partial<V>,
      }}
      actions={id && <Actions id={id} name={name} path={path} title={nameOf(values)} />}
    >
      {children(editor as EditorState<V>)}
    </Editor>
  )
}

type ActionsProps = { id: string; name: CollectionName; path: string; title: string }

function Actions({ id, name, path, title }: ActionsProps) {
  const { first, move, remove, key } = useCollectionActions(name)
  return (
    <>
      <MoveButtons id={id} first={first} move={move} changes={[[...key, 'list']]} />
      <DeleteButton
        name={title}
        undo={useUndoDelete()}
        run={() => remove(id)}
        list={path}
        invalidates={[[...key, 'list']]}
      >
        <p>Visitors do not see it any more.</p>
      </DeleteButton>
    </>
  )
}
