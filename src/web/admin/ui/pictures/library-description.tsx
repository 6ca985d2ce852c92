import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { LibraryPictureAnswer } from '#api/admin/pictures.ts'
import { parseImagePath } from '#domain/images/addresses.ts'
import { hasPictureDescription, PictureDraft } from '#domain/pictures/draft.ts'
import { picturesKey, picturesQuery, siteDraftKey } from '#web/admin/ui/pictures/pictures-query.ts'
import { PlainPicture } from '#web/admin/ui/plain-picture.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Checkbox, TextArea } from '#web/ui/forms/inputs.tsx'

/** The picture of the library at an address; null where there is none, undefined while it is read. */
export function useLibraryPicture(address: string): LibraryPictureAnswer | null | undefined {
  const { api } = useRouter().options.context
  const hash = parseImagePath(address)?.hash
  const { data } = useQuery({
    ...picturesQuery(api, { q: hash ?? '', size: 24 }),
    enabled: hash !== undefined,
    placeholderData: undefined,
  })
  if (hash === undefined) return null
  return data && (data.pictures.find(({ picture }) => picture.base.includes(`/${hash}/`)) ?? null)
}

type LibraryDescriptionProps = {
  address: string
  /** The form describes the picture in its own words. */
  hasOwnWords?: boolean
  /** Opens the dialog once if there is no description yet. */
  opensIfMissing?: boolean
  onOpened?: () => void
}

/** What the library says about a picture, and a dialog that changes it at once, without leaving the form. */
export function LibraryDescription({
  address,
  hasOwnWords = false,
  opensIfMissing = false,
  onOpened,
}: LibraryDescriptionProps) {
  const found = useLibraryPicture(address)
  const [isOpen, setOpen] = useState(false)
  const isMissing = found ? !hasPictureDescription(found.picture.alt, found.isDecorative) : false
  useEffect(() => {
    if (!opensIfMissing || !found) return
    if (isMissing) setOpen(true)
    onOpened?.()
  }, [opensIfMissing, found, isMissing, onOpened])
  if (!found || hasOwnWords) return null
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      {isMissing ? (
        <p className="flex gap-2 font-semibold text-highlight-ink">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> No description yet. It is needed before
          visitors see the picture.
        </p>
      ) : (
        <p className="wrap-anywhere text-soft">
          {found.isDecorative ? 'Only decoration: it needs no description.' : `Description: ${found.picture.alt}`}
        </p>
      )}
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {isMissing ? 'Describe the picture' : 'Change the description'}
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title="What does the picture show?"
        description="The picture library keeps it for every place that shows the picture. It is saved at once."
      >
        <DescriptionForm key={found.sequence} picture={found} onDone={() => setOpen(false)} />
      </Modal>
    </div>
  )
}

/** Not a form element: it is inside another form, which would be sent too. */
function DescriptionForm({ picture, onDone }: { picture: LibraryPictureAnswer; onDone: () => void }) {
  const { pictures } = useRouter().options.context.api.api.admin
  const { id, sequence, focusX, focusY, address } = picture
  const [alt, setAlt] = useState(picture.picture.alt)
  const [isDecorative, setDecorative] = useState(picture.isDecorative)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useAction({
    run: (draft: PictureDraft) => unwrapResponse(pictures[':id'].$put({ param: { id }, json: { ...draft, sequence } })),
    successMessage: () => 'The description is saved.',
    invalidates: [picturesKey, siteDraftKey],
    onDone,
  })
  const save = () => {
    const read = PictureDraft.safeParse({ alt: isDecorative ? '' : alt, isDecorative, focusX, focusY })
    setProblem(read.success ? null : read.error.issues[0]!.message)
    if (read.success) mutate(read.data)
  }
  return (
    <div className="grid gap-4">
      <PlainPicture address={address} alt="" className="picture-whole h-40 bg-sunken" />
      <TextArea
        label="Description"
        name="library-alt"
        rows={3}
        maxLength={300}
        help="For people who cannot see the picture: one sentence about who or what is in it."
        disabled={isDecorative}
        value={isDecorative ? '' : alt}
        error={problem}
        onChange={({ target }) => setAlt(target.value)}
      />
      <Checkbox
        label="Only decoration: it needs no description"
        checked={isDecorative}
        onChange={({ target }) => setDecorative(target.checked)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onDone}>
          Later
        </Button>
        <Button loading={isPending} onClick={save}>
          Save the description
        </Button>
      </div>
    </div>
  )
}
