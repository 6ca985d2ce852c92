import type { QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { maxNoteLength } from '#domain/orders/limits.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'

type NoteFormProps = { label: string; keep: (text: string) => Promise<unknown>; changes: QueryKey[] }

/** An internal note. The typed text stays in the form until it is saved. */
export function NoteForm({ label, keep, changes }: NoteFormProps) {
  const [text, setText] = useState('')
  const add = useAction({ run: () => keep(text), invalidates: changes, onDone: () => setText('') })
  return (
    <form
      method="post"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() && !add.isPending) add.mutate()
      }}
    >
      <TextArea
        label={label}
        rows={2}
        maxLength={maxNoteLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit" variant="quiet" loading={add.isPending} disabled={!text.trim()}>
          Add note
        </Button>
      </div>
    </form>
  )
}
