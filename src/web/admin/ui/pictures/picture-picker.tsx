import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Check, ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { LibraryPictureAnswer } from '#api/admin/pictures.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { SearchBox } from '#web/admin/ui/lists/list-tools.tsx'
import { Pager } from '#web/admin/ui/lists/pager.tsx'
import { picturesQuery } from '#web/admin/ui/pictures/pictures-query.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

/** A picture of the library, as forms use it; the description of the form begins with `alt`. */
export type ChosenPicture = { id: string; address: string; alt: string }

type PicturePickerProps = {
  onClose: () => void
  /** In the order in which they were chosen. */
  onChoose: (chosen: ChosenPicture[]) => void
  /** Opens the choice of a file; the picker is closed before. */
  onUpload: () => void
  /** How many may be chosen; with one, a press chooses it at once. */
  limit?: number
}

const pageSize = 24

/** Chooses from the library, or leads to the upload of a new file. Every field with a picture opens it. */
export function PicturePicker({ onClose, onChoose, onUpload, limit = 1 }: PicturePickerProps) {
  const { api } = useRouter().options.context
  const [q, setWords] = useState<string>()
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<readonly LibraryPictureAnswer[]>([])
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    picturesQuery(api, { ...(q && { q }), page, size: pageSize }),
  )
  const finish = (pictures: readonly LibraryPictureAnswer[]) => {
    onClose()
    onChoose(pictures.map(({ id, address, picture: { alt } }) => ({ id, address, alt })))
  }
  const upload = () => {
    onClose()
    onUpload()
  }
  const press = (picture: LibraryPictureAnswer) => {
    if (limit === 1) return finish([picture])
    const isChosen = chosen.some(({ id }) => id === picture.id)
    if (isChosen) setChosen(chosen.filter(({ id }) => id !== picture.id))
    else if (chosen.length < limit) setChosen([...chosen, picture])
  }
  return (
    <Modal
      open
      onClose={onClose}
      size="xl"
      title="Picture library"
      description={limit === 1 ? 'Choose a picture, or upload a new one.' : 'Choose pictures, or upload new ones.'}
      actions={
        <>
          <Button variant="quiet" className="mr-auto" onClick={upload}>
            <ImagePlus aria-hidden className="size-5" /> Upload from this device
          </Button>
          {limit > 1 && (
            <Button disabled={!chosen.length} onClick={() => finish(chosen)}>
              {chosen.length > 1 ? `Add ${chosen.length} pictures` : 'Add picture'}
            </Button>
          )}
        </>
      }
    >
      <SearchBox
        label="File name or description"
        value={q}
        onChange={(words) => {
          setWords(words)
          setPage(1)
        }}
      />
      {error && <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {data?.total === 0 && !q && <p className="py-6 text-soft">No pictures yet. Upload the first one.</p>}
      <ul aria-busy={isFetching} className="dim-when-busy grid min-h-48 grid-cols-2 content-start gap-3 sm:grid-cols-4">
        {data?.pictures.map((picture) => (
          <li key={picture.id} className="min-w-0">
            <Choice
              picture={picture}
              chosenAt={chosen.findIndex(({ id }) => id === picture.id)}
              isToggle={limit > 1}
              onPress={() => press(picture)}
            />
          </li>
        ))}
      </ul>
      {data && (data.total > pageSize || q) && (
        <Pager
          page={page}
          size={pageSize}
          sizes={[pageSize]}
          total={data.total}
          isPlaceholder={isPlaceholderData}
          isNarrowed={q !== undefined}
          onChange={({ page: next }) => setPage(next ?? 1)}
        />
      )}
    </Modal>
  )
}

type LoadErrorProps = { error: Error; isRetrying: boolean; onRetry: () => void }

const LoadError = ({ error, isRetrying, onRetry }: LoadErrorProps) => (
  <div className="grid justify-items-start gap-3">
    <StatusBanner status="error">{errorSentence(error, errorPanelTexts.unexpected)}</StatusBanner>
    <Button variant="quiet" loading={isRetrying} onClick={onRetry}>
      Retry
    </Button>
  </div>
)

type ChoiceProps = { picture: LibraryPictureAnswer; chosenAt: number; isToggle: boolean; onPress: () => void }

function Choice({ picture, chosenAt, isToggle, onPress }: ChoiceProps) {
  const isChosen = chosenAt >= 0
  const words = picture.picture.alt || picture.fileName
  return (
    <button
      type="button"
      aria-pressed={isToggle ? isChosen : undefined}
      onClick={onPress}
      className={`relative grid w-full cursor-pointer border-2 bg-sunken text-left ${isChosen ? 'border-ink' : 'border-transparent hover:border-field'}`}
    >
      {/* The words below are its name. */}
      <Picture
        picture={{ ...picture.picture, alt: '' }}
        sizes="(min-width: 640px) 14rem, 45vw"
        className="aspect-square"
      />
      {isChosen && (
        <span className="absolute top-2 right-2 grid size-7 place-items-center bg-ink text-ground">
          <Check aria-hidden className="size-5" />
        </span>
      )}
      <span className="truncate px-2 py-1.5 text-sm">{words}</span>
    </button>
  )
}
