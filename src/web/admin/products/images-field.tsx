import { useMutation } from '@tanstack/react-query'
import { GripVertical, ImagePlus, Trash2 } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { acceptedPictureTypes } from '#domain/images/upload.ts'
import { maxProductImages } from '#domain/products/draft.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import type { ImageValues } from '#web/admin/products/product-values.ts'
import { assertPictureSize, uploadPicture } from '#web/admin/ui/editor/upload.ts'
import { FileInput, fileDropHandlers } from '#web/admin/ui/file-input.tsx'
import { type ChosenPicture, PicturePicker } from '#web/admin/ui/pictures/picture-picker.tsx'
import { PlainPicture } from '#web/admin/ui/plain-picture.tsx'
import { applyMove } from '#web/admin/ui/reorder.ts'
import { useReorder } from '#web/admin/ui/use-reorder.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldNotes, useControlProps } from '#web/ui/forms/field.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

type Props = {
  images: readonly ImageValues[]
  /** Found in a recording of the product. */
  cover: File | null
  /** The alternative text of the cover until the administrator enters another. */
  coverAlt: string
  problem: string | null
  onChange: (images: ImageValues[]) => void
}

const help = `JPEG, PNG, WebP or AVIF, up to 50 MB each. The first one is shown in the shop; up to ${maxProductImages}.`

/** Several pictures, in the order in which they are shown, each with what it shows. */
export function ProductImagesField({ images, cover, coverAlt, problem, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const sending = useUploads({ images, cover, coverAlt, onChange })
  const error = sending.error ? errorSentence(sending.error, errorPanelTexts.unexpected) : problem
  const { control, ids } = useControlProps({ error, help })
  const { reorder, nameOf } = useImageOrder(images, onChange)
  const [isChoosing, setChoosing] = useState(false)
  const free = maxProductImages - images.length
  const take = (chosen: ChosenPicture[]) => {
    const added = chosen.filter(({ address }) => !images.some(({ imageUrl }) => imageUrl === address))
    onChange([...images, ...added.map(({ address, alt }) => ({ imageUrl: address, alt }))])
  }
  const send = (files: readonly File[]) => {
    const fitting = files.slice(0, free)
    if (fitting.length) sending.mutate(fitting)
  }
  return (
    <div className="grid gap-4" {...fileDropHandlers(send)}>
      {cover && images.length === 0 && (
        <CoverOffer cover={cover} busy={sending.isPending} onTake={() => send([cover])} />
      )}
      <ul className="grid gap-4">
        {images.map((image, at) => (
          <ImageRow
            key={image.imageUrl}
            image={image}
            name={nameOf(image.imageUrl)}
            problem={problem}
            place={reorder.order.indexOf(image.imageUrl)}
            isHeld={reorder.heldId === image.imageUrl}
            handle={reorder.handle(image.imageUrl)}
            onAlt={(alt) => onChange(images.with(at, { ...image, alt }))}
            onRemove={() => onChange(images.toSpliced(at, 1))}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {reorder.words}
      </p>
      <FileInput
        {...control}
        ref={input}
        multiple
        aria-label="Choose pictures"
        accept={acceptedPictureTypes.join(',')}
        onFiles={send}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="quiet"
          data-field="images"
          loading={sending.isPending}
          disabled={free <= 0}
          onClick={() => setChoosing(true)}
        >
          <ImagePlus aria-hidden className="size-5" /> Add pictures
        </Button>
        <FieldNotes ids={ids} help={help} error={error} />
      </div>
      {isChoosing && (
        <PicturePicker
          limit={free}
          onClose={() => setChoosing(false)}
          onChoose={take}
          onUpload={() => input.current?.click()}
        />
      )}
    </div>
  )
}

/** Uploads pictures one after the other and adds each to the end. */
function useUploads({ images, cover, coverAlt, onChange }: Omit<Props, 'problem'>) {
  const newest = useRef(images)
  newest.current = images
  return useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        assertPictureSize(file)
        const { address } = await uploadPicture(file)
        // The same picture again has the same address.
        if (!newest.current.some(({ imageUrl }) => imageUrl === address)) {
          newest.current = [...newest.current, { imageUrl: address, alt: file === cover ? coverAlt : '' }]
          onChange([...newest.current])
        }
      }
    },
    networkMode: 'always',
  })
}

function useImageOrder(images: readonly ImageValues[], onChange: Props['onChange']) {
  const nameOf = (id: string) => {
    const at = images.findIndex(({ imageUrl }) => imageUrl === id)
    return images[at]?.alt || `picture ${at + 1}`
  }
  const reorder = useReorder({
    ids: images.map(({ imageUrl }) => imageUrl),
    nameOf,
    onMove: (move) => {
      const order = applyMove(
        images.map(({ imageUrl }) => imageUrl),
        move,
      )
      onChange(order.map((id) => images.find(({ imageUrl }) => imageUrl === id)!))
    },
  })
  return { reorder, nameOf }
}

type ImageRowProps = {
  image: ImageValues
  name: string
  problem: string | null
  /** Among the others while one is moved; not moved in the document, where it would lose the pointer. */
  place: number
  isHeld: boolean
  handle: ComponentProps<'button'>
  onAlt: (alt: string) => void
  onRemove: () => void
}

function ImageRow({ image, name, problem, place, isHeld, handle, onAlt, onRemove }: ImageRowProps) {
  return (
    <li
      data-reorder={image.imageUrl}
      style={{ order: place }}
      className={`grid grid-cols-[auto_1fr_auto] items-start gap-3 border border-line bg-raised p-3 sm:flex ${isHeld ? 'opacity-60' : ''}`}
    >
      <button type="button" {...handle}>
        <GripVertical aria-hidden className="size-5" />
      </button>
      <PlainPicture address={image.imageUrl} alt="" className="aspect-4/5 w-20 shrink-0 bg-sunken" />
      <div className="min-w-0 grow max-sm:col-span-3 max-sm:row-start-2">
        <TextField
          label="What the picture shows"
          required
          maxLength={300}
          value={image.alt}
          error={problem && !image.alt.trim() ? problem : null}
          onChange={({ target }) => onAlt(target.value)}
        />
      </div>
      <Button variant="quiet" size="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Trash2 aria-hidden className="size-5" />
      </Button>
    </li>
  )
}

type CoverOfferProps = { cover: File; busy: boolean; onTake: () => void }

function CoverOffer({ cover, busy, onTake }: CoverOfferProps) {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(cover)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [cover])
  return (
    <div className="flex flex-wrap items-center gap-4 border border-line bg-raised p-3">
      {address && (
        <img
          src={address}
          alt="The cover in the recording"
          onError={() => setAddress('')}
          className="size-20 bg-sunken object-cover"
        />
      )}
      <p className="min-w-40 flex-1">This cover is in the recording.</p>
      <Button variant="quiet" loading={busy} onClick={onTake}>
        Use it as the picture
      </Button>
    </div>
  )
}
