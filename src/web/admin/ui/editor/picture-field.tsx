import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { acceptedPictureTypes } from '#domain/images/upload.ts'
import { CropDialog } from '#web/admin/ui/editor/crop-dialog.tsx'
import { usePictureUpload } from '#web/admin/ui/editor/use-picture-upload.ts'
import { FileInput, fileDropHandlers } from '#web/admin/ui/file-input.tsx'
import { LibraryDescription } from '#web/admin/ui/pictures/library-description.tsx'
import { type ChosenPicture, PicturePicker } from '#web/admin/ui/pictures/picture-picker.tsx'
import { PlainPicture } from '#web/admin/ui/plain-picture.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { FieldNotes, useControlProps } from '#web/ui/forms/field.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'

/** Behind a transparent picture. They do not follow the theme of the screen. */
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
  /** Width by height of the crop; without it, the picture is not cropped. */
  ratio?: number | undefined
  /** What the library says about it counts where the form has no words of its own. */
  usesLibraryWords?: boolean
}

/**
 * A picture: chosen from the library, or a new file that is chosen or dropped, cropped and uploaded; and its
 * description.
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
  const onUploaded = (picture: string) => {
    on.onAddress(picture)
    setUploaded(picture)
  }
  const upload = usePictureUpload({ isCropped: ratio !== undefined, onUploaded, onUploading: on.onUploading })
  const error = upload.error ?? problem
  const takeLibraryWords = useLibraryWords(description)
  const input = useRef<HTMLInputElement>(null)
  const helpWords = help ? `${help} ${fileKinds}` : fileKinds
  const { control, ids } = useControlProps({ error, help: helpWords })
  return (
    <div className={`grid gap-5 ${description ? 'sm:grid-cols-2' : ''}`}>
      <div
        className={`grid content-start gap-3 ${description ? '' : ratio && ratio <= 1 ? 'max-w-60' : 'max-w-sm'}`}
        {...fileDropHandlers(([file]) => upload.choose(file))}
      >
        {label && <p className="-mb-1.5 font-semibold">{label}</p>}
        <ShownPicture address={address} alt={description?.alt ?? ''} ground={ground} ratio={ratio} />
        {upload.isPending && (
          <progress aria-label="Uploading the picture" value={upload.done} max={1} className="h-1.5 w-full" />
        )}
        <FileInput
          {...control}
          ref={input}
          name={name}
          aria-label={label ? `Choose a picture: ${label}` : 'Choose a picture'}
          accept={acceptedPictureTypes.join(',')}
          onFiles={([file]) => upload.choose(file)}
        />
        <PictureButtons
          name={name}
          label={label}
          isShown={address !== ''}
          isRequired={isRequired}
          isPending={upload.isPending}
          onUpload={() => input.current?.click()}
          onChoose={(picture) => {
            upload.clear()
            on.onAddress(picture.address)
            takeLibraryWords(picture.alt)
          }}
          onCancel={upload.cancel}
          onRemove={() => on.onAddress('')}
        />
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
        <DescriptionField address={address} description={description} usesLibraryWords={usesLibraryWords} />
      )}
      {upload.chosen && ratio && (
        <CropDialog file={upload.chosen} ratio={ratio} onClose={upload.discard} onCrop={upload.send} />
      )}
    </div>
  )
}

type ShownPictureProps = Pick<PictureFieldProps, 'address' | 'ratio'> & {
  alt: string
  ground: PictureFieldProps['ground']
}

/** The picture in the shape in which it will be shown, or an empty frame. */
const ShownPicture = ({ address, alt, ground, ratio }: ShownPictureProps) => (
  <div
    className={`grid place-items-center overflow-hidden border border-field border-dashed bg-sunken ${ratio ? '' : 'p-6'}`}
    style={{ aspectRatio: ratio ?? 2, ...(ground && { background: pictureBackgrounds[ground] }) }}
  >
    {address ? (
      <PlainPicture address={address} alt={alt} className={ratio ? 'size-full' : 'picture-whole size-full'} />
    ) : (
      <ImagePlus aria-hidden className="size-10 text-soft" />
    )}
  </div>
)

type PictureButtonsProps = {
  name: string
  label: string | undefined
  isShown: boolean
  isRequired: boolean
  isPending: boolean
  onUpload: () => void
  onChoose: (picture: ChosenPicture) => void
  onCancel: () => void
  onRemove: () => void
}

function PictureButtons({ name, label, isShown, isRequired, isPending, ...on }: PictureButtonsProps) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="quiet" loading={isPending} data-field={name} onClick={() => setChoosing(true)}>
        {isShown ? 'Choose another picture' : 'Choose a picture'}
        {label && <span className="sr-only">: {label}</span>}
      </Button>
      {isPending ? (
        <Button variant="quiet" onClick={on.onCancel}>
          Cancel
        </Button>
      ) : (
        isShown &&
        !isRequired && (
          <Button variant="quiet" onClick={on.onRemove}>
            Remove
            {label && <span className="sr-only"> {label}</span>}
          </Button>
        )
      )}
      {isChoosing && (
        <PicturePicker
          onClose={() => setChoosing(false)}
          onUpload={on.onUpload}
          onChoose={([picture]) => picture && on.onChoose(picture)}
        />
      )}
    </div>
  )
}

type DescriptionFieldProps = {
  address: string
  description: NonNullable<PictureFieldProps['description']>
  usesLibraryWords: boolean
}

const DescriptionField = ({ address, description, usesLibraryWords }: DescriptionFieldProps) => (
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
)

/** Begins with the description of the library. A description that was typed here stays. */
function useLibraryWords(description: PictureFieldProps['description']) {
  const taken = useRef('')
  return (words: string): void => {
    if (!description || (description.alt.trim() && description.alt !== taken.current)) return
    taken.current = words
    description.onAlt(words)
  }
}

const fileKinds = 'JPEG, PNG, WebP or AVIF, up to 50 MB.'
