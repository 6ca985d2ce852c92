import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { LibraryPictureAnswer } from '#api/admin/pictures.ts'
import { acceptedPictureTypes } from '#domain/images/upload.ts'
import { adminPathOfUse, type PictureUse, pictureUseText } from '#domain/pictures/uses.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { assertPictureSize, uploadWithProgress } from '#web/admin/ui/editor/upload.ts'
import { FileInput } from '#web/admin/ui/file-input.tsx'
import { DeleteButton } from '#web/admin/ui/lists/delete-button.tsx'
import { picturesKey } from '#web/admin/ui/pictures/pictures-query.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

const isCurrent = (use: PictureUse) => use.isCurrent

/** The places that show a picture, each with a link to where it is changed. */
export function PictureUseList({ uses }: { uses: readonly PictureUse[] }) {
  const [current, old] = [uses.filter(isCurrent), uses.filter((use) => !isCurrent(use))]
  return (
    <>
      {current.length === 0 && <p className="text-soft">No page uses this picture.</p>}
      {current.length > 0 && <Uses uses={current} />}
      {old.length > 0 && (
        <>
          <p className="text-soft text-sm">Kept for what can be restored:</p>
          <Uses uses={old} />
        </>
      )}
    </>
  )
}

const Uses = ({ uses }: { uses: readonly PictureUse[] }) => (
  <ul className="grid">
    {uses.map((use) => (
      <li key={`${use.kind} ${use.id}`} className="border-line border-t">
        <Link to={adminPathOfUse(use)} className="wrap-anywhere flex min-h-11 items-center py-2 underline">
          {pictureUseText(use)}
        </Link>
      </li>
    ))}
  </ul>
)

type ActionProps = { picture: LibraryPictureAnswer }

/** A picture that something shows is not deleted: the dialog names the places, and offers a way. */
export function DeletePicture({ picture: { id, fileName, uses } }: ActionProps) {
  const { pictures } = useRouter().options.context.api.api.admin
  const [isOpen, setOpen] = useState(false)
  const current = uses.filter(isCurrent)
  if (current.length > 0)
    return (
      <>
        <Button variant="danger" onClick={() => setOpen(true)}>
          Delete
        </Button>
        <Modal
          open={isOpen}
          onClose={() => setOpen(false)}
          title="This picture is used"
          description="It cannot be deleted while something shows it. Choose another picture there, or replace it everywhere at once with the button “Replace”."
          actions={<Button onClick={() => setOpen(false)}>Close</Button>}
        >
          <Uses uses={current} />
        </Modal>
      </>
    )
  return (
    <DeleteButton
      name={fileName}
      undo={() => ({
        run: () => unwrapResponse(pictures.restore.$post({ json: { ids: [id] } })),
        message: 'The picture is back.',
      })}
      run={() => unwrapResponse(pictures['bulk-delete'].$post({ json: { ids: [id] } }))}
      list="/admin/site/pictures"
      invalidates={[[...picturesKey, 'list']]}
    >
      <p>
        {uses.length > 0
          ? 'No page uses it now. Old versions of your website keep it until they are deleted.'
          : 'No page uses it. Its original is deleted too.'}
      </p>
    </DeleteButton>
  )
}

/** Replaces a picture by another file, wherever it is shown. */
export function ReplacePicture({ picture: { id, fileName, uses } }: ActionProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState(0)
  const current = uses.filter(isCurrent)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (file: File) => {
      assertPictureSize(file)
      const search = new URLSearchParams({ name: file.name })
      return uploadWithProgress<LibraryPictureAnswer>(`/api/admin/pictures/${id}/replace?${search}`, file, {
        onProgress: setDone,
      })
    },
    onSuccess: (replaced) => {
      toast.success(`${fileName} is replaced.`)
      // Every form and list may show it; the old picture itself is gone.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== 'one' || queryKey[3] !== id })
      void navigate({ to: '/admin/site/pictures/$id', params: { id: replaced.id }, replace: true, ignoreBlocker: true })
    },
    networkMode: 'always',
  })
  const open = () => {
    reset()
    setDone(0)
    setOpen(true)
  }
  return (
    <>
      <Button variant="quiet" onClick={open}>
        <RefreshCw aria-hidden className="size-5" /> Replace
      </Button>
      <Modal
        open={isOpen}
        onClose={() => !isPending && setOpen(false)}
        title="Replace the picture"
        description="The new file takes its place everywhere below and keeps the description. Pages of the website change with the next publication; old versions keep the old file."
        actions={
          <>
            <Button variant="quiet" disabled={isPending} onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button loading={isPending} onClick={() => input.current?.click()}>
              Choose the new file
            </Button>
          </>
        }
      >
        {error && <StatusBanner status="error">{errorSentence(error, errorPanelTexts.unexpected)}</StatusBanner>}
        {isPending && <progress aria-label="Uploading the picture" value={done} max={1} className="h-1.5 w-full" />}
        {current.length > 0 ? <Uses uses={current} /> : <p className="text-soft">No page uses it now.</p>}
        <FileInput
          ref={input}
          aria-label="Choose the new file"
          accept={acceptedPictureTypes.join(',')}
          onFiles={([file]) => file && mutate(file)}
        />
      </Modal>
    </>
  )
}
