import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { uiTexts } from '#domain/texts/ui.ts'
import { clearableQuery } from '#web/admin/announcements/announcements-query.ts'
import { useAnnouncementActions } from '#web/admin/announcements/use-announcement-deeds.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/modal.tsx'

/** Clears away what is old, and says how many go before they go. */
export function ClearDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Clear old ones
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title="Clear old announcements">
        <ClearForm onClose={() => setOpen(false)} />
      </Modal>
    </>
  )
}

const mostDays = 3650
const announcements = (count: number) => (count === 1 ? '1 announcement' : `${count} announcements`)

function ClearForm({ onClose }: { onClose: () => void }) {
  const { api } = useRouter().options.context
  const { clear } = useAnnouncementActions()
  const [typed, setTyped] = useState('30')
  const days = Number(typed)
  const isRight = Number.isInteger(days) && days >= 1 && days <= mostDays
  const { data, isError } = useQuery({ ...clearableQuery(api, days), enabled: isRight })
  const submit = () => {
    if (isRight && data?.total) clear.mutate(days, { onSuccess: onClose })
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextField
        label="Older than, in days"
        type="number"
        inputMode="numeric"
        min={1}
        max={mostDays}
        value={typed}
        error={isRight ? null : `Please give a whole number from 1 to ${mostDays}.`}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="min-h-12">
        {isError && 'It cannot be said how many that would be. Please try again.'}
        {isRight && data && !isError && countWords(data)}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" variant="danger" disabled={!isRight || !data?.total} loading={clear.isPending}>
          {isRight && data?.total ? `Delete ${announcements(data.total)}` : 'Delete'}
        </Button>
      </div>
    </form>
  )
}

function countWords({ total, inUse }: { total: number; inUse: number }): string {
  if (!total) return 'There is none so old.'
  const used = inUse ? ` ${inUse} of them ${inUse === 1 ? 'is' : 'are'} live or still to come.` : ''
  return `${announcements(total)} will be deleted for good.${used}`
}
