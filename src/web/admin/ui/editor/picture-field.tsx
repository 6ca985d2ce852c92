import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { Crop } from '#domain/images/crop.ts'
import { acceptedPictureTypes, maxPictureBytes } from '#domain/images/upload.ts'
import { refusalMessages } from '#domain/refusal-messages.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { CropDialog } from '#web/admin/ui/editor/crop-dialog.tsx'
import { uploadPicture } from '#web/admin/ui/editor/upload.ts'
import { LibraryDescription } from '#web/admin/ui/pictures/library-description.tsx'
import { PicturePicker } from '#web/admin/ui/pictures/picture-picker.tsx'
import { PlainPicture } from '#web/admin/ui/plain-picture.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldNotes, useControlProps } from '#web/ui/forms/field.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

/** Behind a see-through picture; these two are the same in both themes of the screen. */
export const pictureBackgrounds = { light: '#f8fafc', dark: '#0f172a' }

type PictureFieldProps = {
  name: string
  /** What it is for, where a form has several. */
  label?: string
  help?: string | undefined
  /** Where the picture is; empty when there is none. */
  address: string
  problem: string | null
  onAddress: (address: string) => void
  /** Its description, where the form stores one. */
  description?: { name: string; alt: string; problem: string | null; onAlt: (alt: string) => void }
  /** What to say while a picture is on its way; null when none is. */
  onUploading: (words: string | null) => void
  /** What it will be shown on, where that does not follow the theme of the screen. */
  ground?: keyof typeof pictureBackgrounds
  /** It can be replaced and not removed. */
  isRequired?: boolean
  /** The shape in which it will be shown; without it, it keeps its own. */
  ratio?: number | undefined
  /** What the library says about it counts where the form has no words of its own. */
  usesLibraryWords?: boolean
}

/**
 * A picture from the library, or a new one that is chosen or dropped, cut to its shape and sent; and what it shows, in
 * words.
 */
export function PictureField({
  name,
  label,
  help,
  address,
  problem,
  description,
  ground,
  isRequired = false,
  ratio,
  usesLibraryWords = false,
  ...on
}: PictureFieldProps) {
  /** The picture that has just been uploaded, until its description was asked for. */
  const [uploaded, setUploaded] = useState<string | null>(null)
  const upload = usePictureUpload({ ...on, isCropped: ratio !== undefined, onUploaded: setUploaded }, problem)
  const [isChoosing, setChoosing] = useState(false)
  const takeLibraryWords = useLibraryWords(description)
  const { error, isPending, done } = upload
  const input = useRef<HTMLInputElement>(null)
  const helpWords = help ? `${help} ${fileKinds}` : fileKinds
  const { control, ids } = useControlProps({ error, help: helpWords })

  const drop = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      upload.choose(event.dataTransfer.files[0])
    },
  }

  return (
    <div className={`grid gap-5 ${description ? 'sm:grid-cols-2' : ''}`}>
      <div
        className={`grid content-start gap-3 ${description ? '' : ratio && ratio <= 1 ? 'max-w-60' : 'max-w-sm'}`}
        {...drop}
      >
        {label && <p className="-mb-1.5 font-semibold">{label}</p>}
        <div
          className={`grid place-items-center overflow-hidden border border-field border-dashed bg-sunken ${ratio ? '' : 'p-6'}`}
          style={{ aspectRatio: ratio ?? 2, ...(ground && { background: pictureBackgrounds[ground] }) }}
        >
          {address ? (
            <PlainPicture
              address={address}
              alt={description?.alt ?? ''}
              className={ratio ? 'size-full' : 'picture-whole size-full'}
            />
          ) : (
            <ImagePlus aria-hidden className="size-10 text-soft" />
          )}
        </div>
        {isPending && <progress aria-label="Uploading the picture" value={done} max={1} className="h-1.5 w-full" />}
        <input
          {...control}
          ref={input}
          type="file"
          name={name}
          aria-label={label ? `Choose a picture: ${label}` : 'Choose a picture'}
          accept={acceptedPictureTypes.join(',')}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            upload.choose(target.files?.[0])
            target.value = ''
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" loading={isPending} data-field={name} onClick={() => setChoosing(true)}>
            {address ? 'Choose another picture' : 'Choose a picture'}
            {label && <span className="sr-only">: {label}</span>}
          </Button>
          {isPending ? (
            <Button variant="quiet" onClick={upload.cancel}>
              Cancel
            </Button>
          ) : (
            address &&
            !isRequired && (
              <Button variant="quiet" onClick={() => on.onAddress('')}>
                Remove
                {label && <span className="sr-only"> {label}</span>}
              </Button>
            )
          )}
        </div>
        <FieldNotes ids={ids} help={helpWords} error={error} />
        {address && usesLibraryWords && !description && (
          <LibraryDescription
            address={address}
            opensIfMissing={uploaded === address}
            onOpened={() => setUploaded(null)}
          />
        )}
      </div>
      {address && description && (
        <div className="grid content-start gap-3">
          <TextField
            label="What the picture shows"
            name={description.name}
            required={!usesLibraryWords}
            help={`For those who cannot see it: one sentence about who or what is in it.${usesLibraryWords ? ' Without one, the description of the picture library counts.' : ''}`}
            value={description.alt}
            error={description.problem}
            onChange={({ target }) => description.onAlt(target.value)}
          />
          {usesLibraryWords && <LibraryDescription address={address} hasOwnWords={description.alt.trim() !== ''} />}
        </div>
      )}
      {isChoosing && (
        <PicturePicker
          onClose={() => setChoosing(false)}
          onUpload={() => input.current?.click()}
          onChoose={([picture]) => {
            if (!picture) return
            upload.clear()
            on.onAddress(picture.address)
            takeLibraryWords(picture.alt)
          }}
        />
      )}
      {upload.chosen && ratio && (
        <CropDialog file={upload.chosen} ratio={ratio} onClose={upload.discard} onCrop={upload.send} />
      )}
    </div>
  )
}

/** The description of the library is where the words about a picture begin. What somebody has typed here stays. */
function useLibraryWords(description: PictureFieldProps['description']) {
  const taken = useRef('')
  return (words: string): void => {
    if (!description || (description.alt.trim() && description.alt !== taken.current)) return
    taken.current = words
    description.onAlt(words)
  }
}

type UploadOptions = Pick<PictureFieldProps, 'onAddress' | 'onUploading'> & {
  isCropped: boolean
  onUploaded: (address: string) => void
}

/** A chosen file waits for its crop, then it is uploaded. Only the newest problem is shown. */
function usePictureUpload(on: UploadOptions, problem: string | null) {
  const [chosen, setChosen] = useState<File | null>(null)
  const [done, setDone] = useState(0)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const sending = useMutation({
    mutationFn: ({ file, crop }: { file: File; crop: Crop | undefined }) => {
      stop.current = new AbortController()
      return uploadPicture(file, { crop, onProgress: setDone, signal: stop.current.signal })
    },
    onMutate: () => on.onUploading('The picture is still being uploaded.'),
    onSuccess: ({ address }) => {
      on.onAddress(address)
      on.onUploaded(address)
    },
    onSettled: () => on.onUploading(null),
    networkMode: 'always',
  })
  const [tooLarge, setTooLarge] = useState(false)
  const isStopped = sending.error instanceof DOMException
  const error = tooLarge
    ? refusalMessages['picture-too-large']
    : sending.error && !isStopped
      ? errorSentence(sending.error, errorPanelTexts.unexpected)
      : problem

  function choose(file: File | undefined): void {
    if (!file) return
    sending.reset()
    setDone(0)
    setTooLarge(file.size > maxPictureBytes)
    if (file.size > maxPictureBytes) return
    if (on.isCropped) setChosen(file)
    else sending.mutate({ file, crop: undefined })
  }

  function send(crop: Crop | undefined): void {
    setChosen(null)
    if (chosen) sending.mutate({ file: chosen, crop })
  }

  return {
    chosen,
    choose,
    send,
    error,
    done,
    isPending: sending.isPending,
    discard: () => setChosen(null),
    clear: () => sending.reset(),
    cancel: () => stop.current?.abort(),
  }
}

const fileKinds = 'JPEG, PNG, WebP or AVIF, up to 50 MB.'
