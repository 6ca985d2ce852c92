import { CircleAlert, CloudUpload, GripVertical, Trash2 } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { firstYear, lastYear, maxTracks } from '#domain/uploads/metadata/file-tags.ts'
import type { TrackChange } from '#domain/uploads/metadata/tag-changes.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import type { useReorder } from '#web/admin/ui/use-reorder.ts'
import { NumberCell, TextCell } from '#web/admin/uploads/tracks/editable-cell.tsx'
import { bitrateText, coverText, tagOriginText } from '#web/admin/uploads/tracks/track-texts.ts'
import type { TrackRow } from '#web/admin/uploads/tracks/use-tracks.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** Handle, number, title, artist, length, what can be done. */
export const trackGridClass = 'sm:grid-cols-[2.75rem_4rem_minmax(0,1.4fr)_minmax(0,1fr)_3.5rem_8.5rem]'

type TrackItemProps = {
  row: TrackRow
  reorder: ReturnType<typeof useReorder>
  onEdit: (change: TrackChange) => void
  onDelete: () => void
}

export function TrackItem({ row, reorder, onEdit, onDelete }: TrackItemProps) {
  const { file, track, isComing, hasFailed } = row
  const { title, artist, trackNumber, durationFormatted, sources } = track
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const cell = { about: file.name, isInColumn: true }
  const isHeld = reorder.heldId === file.id
  return (
    <li
      {...(!isComing && { 'data-reorder': file.id, style: { order: reorder.order.indexOf(file.id) } })}
      {...(isComing && { style: { order: reorder.order.length } })}
      className={`grid gap-3 border-line border-t py-3 ${isHeld ? 'bg-sunken shadow-lg' : ''}`}
    >
      <div className={`grid grid-cols-[2.75rem_4rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 ${trackGridClass}`}>
        <div className="max-sm:pt-6">
          {isComing ? <UploadMark hasFailed={hasFailed} /> : <Handle {...reorder.handle(file.id)} />}
        </div>
        <NumberCell
          {...cell}
          label="No."
          column="number"
          value={trackNumber}
          source={sources.trackNumber}
          min={1}
          max={maxTracks}
          onEdit={(value) => onEdit({ trackNumber: value })}
        />
        <TextCell
          {...cell}
          label="Title"
          column="title"
          value={title}
          source={sources.title}
          onEdit={(value) => onEdit({ title: value })}
        />
        <TextCell
          {...cell}
          label="Artist"
          column="artist"
          value={artist}
          source={sources.artist}
          onEdit={(value) => onEdit({ artist: value })}
          className="max-sm:col-span-2 max-sm:col-start-2"
        />
        <p className="flex h-11 items-center tabular-nums max-sm:col-start-2">
          <span className="sr-only">Length </span>
          {durationFormatted ?? '–'}
        </p>
        <div className="flex gap-2 max-sm:justify-end">
          <Button
            variant="quiet"
            className="px-3"
            aria-expanded={isOpen}
            aria-controls={details}
            aria-label={`${isOpen ? 'Less' : 'More'} about ${title}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Less' : 'More'}
          </Button>
          {!isComing && (
            <Button variant="quiet" size="icon" aria-label={`Delete ${file.name}`} onClick={onDelete}>
              <Trash2 aria-hidden className="size-5" />
            </Button>
          )}
        </div>
      </div>
      <p className="flex gap-2 empty:hidden sm:pl-14">
        {!isComing && !file.tags && <Badge>Not read yet</Badge>}
        {file.tags?.isReadable === false && <Badge tone="bad">Cannot be read</Badge>}
      </p>
      <div id={details} hidden={!isOpen} className="sm:pl-14">
        {isOpen && <Details row={row} onEdit={onEdit} />}
      </div>
    </li>
  )
}

const Handle = (handle: ComponentProps<'button'>) => (
  <button type="button" {...handle}>
    <GripVertical aria-hidden className="size-5" />
  </button>
)

const UploadMark = ({ hasFailed }: { hasFailed: boolean }) => (
  <span className="grid size-11 place-items-center text-soft">
    {hasFailed ? (
      <CircleAlert role="img" aria-label="Not uploaded" className="size-5 text-error-ink" />
    ) : (
      <CloudUpload role="img" aria-label="Uploading" className="size-5" />
    )}
  </span>
)

function Details({ row: { file, track }, onEdit }: Pick<TrackItemProps, 'row' | 'onEdit'>) {
  const { genre, year, composer, sources } = track
  const facts = [
    ['Album', track.album ?? 'none'],
    ['Bitrate', bitrateText(track.bitrate)],
    ['Cover', coverText(track.cover)],
    ['Tags', track.hasID3 ? 'yes' : 'none'],
    ['File', file.name],
    ...(track.originalFilename === file.name ? [] : [['Original name', track.originalFilename]]),
  ]
  const origins = tagOriginText(track)
  return (
    <div className="grid gap-4 border-line border-l-2 pl-4">
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_6rem_1fr]">
        <TextCell
          label="Genre"
          about={file.name}
          column="genre"
          value={genre}
          source={sources.genre}
          onEdit={(value) => onEdit({ genre: value })}
        />
        <NumberCell
          label="Year"
          about={file.name}
          column="year"
          value={year}
          source={sources.year}
          min={firstYear}
          max={lastYear}
          onEdit={(value) => onEdit({ year: value })}
        />
        <TextCell
          label="Composer"
          about={file.name}
          column="composer"
          value={composer}
          source={sources.composer}
          onEdit={(value) => onEdit({ composer: value })}
        />
      </div>
      <dl className="grid gap-x-8 gap-y-1 text-sm sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-3">
            <dt className="w-20 shrink-0 text-soft">{name}</dt>
            <dd className="wrap-anywhere min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      {origins && <p className="text-soft text-sm">{origins}</p>}
    </div>
  )
}
