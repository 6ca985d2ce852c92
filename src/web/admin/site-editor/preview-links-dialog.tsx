import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { ListedPreviewLink } from '#api/admin/preview-links.ts'
import { previewLinksQuery, usePreviewLinkActions } from '#web/admin/site-editor/draft-query.ts'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'

/** Links that show the draft to people without an account: makes them, lists them and ends them. */
export function PreviewLinksDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal open={open} onClose={onClose} title="Preview links" size="lg">
      <p className="mb-5 text-soft">
        With a preview link, people see your draft without an account, for seven days. Nothing can be ordered there.
      </p>
      {open && <PreviewLinks />}
    </Modal>
  )
}

function PreviewLinks() {
  const { api } = useRouter().options.context
  const { data: links = [], error } = useQuery(previewLinksQuery(api))
  const [note, setNote] = useState('')
  const [address, setAddress] = useState<string | null>(null)
  const [ending, setEnding] = useState<ListedPreviewLink | null>(null)
  const { create, end } = usePreviewLinkActions({
    onCreated: (made) => {
      setAddress(made)
      setNote('')
    },
  })
  return (
    <div className="grid gap-6">
      <form
        method="post"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate(note.trim())
        }}
      >
        <div className="min-w-0 grow basis-64">
          <TextField
            label="Who is it for?"
            name="note"
            help="You can leave this empty."
            value={note}
            counter={{ used: note.length, limit: 200 }}
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
        <Button type="submit" loading={create.isPending} disabled={note.length > 200}>
          Make a link
        </Button>
      </form>
      {address && <NewLink address={address} />}
      {error && <StatusBanner status="error">The preview links could not be loaded.</StatusBanner>}
      {links.length > 0 && (
        <ul aria-label="Preview links that work" className="border-line border-t">
          {links.map((link) => (
            <PreviewLinkRow key={link.id} {...link} onEnd={() => setEnding(link)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={ending !== null}
        onClose={() => setEnding(null)}
        onConfirm={() => ending && end.mutateAsync(ending.id)}
        title="End this preview link?"
        confirmLabel="End the link"
      >
        <p>
          {ending?.note && <b className="wrap-anywhere">{ending.note}: </b>}
          Nobody can open your draft with it any more. This cannot be undone, but you can make a new link.
        </p>
      </ConfirmDialog>
    </div>
  )
}

function NewLink({ address }: { address: string }) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success('Copied.'),
      () => toast.error('It could not be copied. Please select and copy it yourself.'),
    )
  return (
    <StatusBanner status="success">
      <p className="font-semibold">This is the only time that the address is shown. Copy it now.</p>
      <p className="wrap-anywhere mt-2">{address}</p>
      <Button variant="quiet" className="mt-3" onClick={() => void copy()}>
        <Copy aria-hidden className="size-5" /> Copy
      </Button>
    </StatusBanner>
  )
}

const PreviewLinkRow = ({ note, createdAt, expiresAt, onEnd }: ListedPreviewLink & { onEnd: () => void }) => (
  <li className="flex flex-wrap items-center gap-x-5 gap-y-1 border-line border-b py-3">
    <div className="min-w-0 grow">
      <p className="wrap-anywhere font-semibold">{note || 'Without a name'}</p>
      <p className="text-soft text-sm">
        Made <LocalTimestamp at={createdAt} />, works until <LocalTimestamp at={expiresAt} />
      </p>
    </div>
    <Button variant="quiet" onClick={onEnd}>
      End it<span className="sr-only">: {note || 'link without a name'}</span>
    </Button>
  </li>
)
