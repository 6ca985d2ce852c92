import { CircleAlert, Lightbulb } from 'lucide-react'
import { useState } from 'react'
import type { AlbumAdvice } from '#domain/uploads/metadata/advice.ts'
import type { AlbumInfo } from '#domain/uploads/metadata/album.ts'
import { firstYear, lastYear } from '#domain/uploads/metadata/file-tags.ts'
import type { AlbumChange } from '#domain/uploads/metadata/tag-changes.ts'
import { useReorder } from '#web/admin/ui/use-reorder.ts'
import { DeleteFile } from '#web/admin/uploads/delete-file.tsx'
import { NumberCell, TextCell } from '#web/admin/uploads/tracks/editable-cell.tsx'
import { TrackItem, trackGridClass } from '#web/admin/uploads/tracks/track-item.tsx'
import { trackTotalText } from '#web/admin/uploads/tracks/track-texts.ts'
import { useTracks } from '#web/admin/uploads/tracks/use-tracks.ts'

/** The recordings of a product as a record: the album, its tracks in their order, what is missing. */
export function Tracks({ productId }: { productId: string }) {
  const { rows, metadata, advice, updateTrackWords, updateAlbumWords, move } = useTracks(productId)
  const [deleting, setDeleting] = useState<string | null>(null)
  const uploaded = rows.filter(({ isComing }) => !isComing)
  const reorder = useReorder({
    ids: uploaded.map(({ file }) => file.id),
    nameOf: (id) => rows.find(({ file }) => file.id === id)?.track.title ?? '',
    onMove: move,
  })
  const deletedFile = uploaded.find(({ file }) => file.id === deleting)?.file
  if (!rows.length) return null
  return (
    <section aria-label="Tracks" className="grid gap-5">
      <AlbumFields album={metadata.album} onEdit={updateAlbumWords} />
      <div data-tracks>
        <p aria-hidden className={`hidden gap-x-3 pb-1 text-soft text-sm sm:grid ${trackGridClass}`}>
          <span />
          <span>No.</span>
          <span>Title</span>
          <span>Artist</span>
          <span>Length</span>
        </p>
        <ol className="grid border-line border-b">
          {rows.map((row) => (
            <TrackItem
              key={row.key}
              row={row}
              reorder={reorder}
              onEdit={(change) => updateTrackWords(row, change)}
              onDelete={() => setDeleting(row.file.id)}
            />
          ))}
        </ol>
        <p role="status" className="sr-only">
          {reorder.words}
        </p>
      </div>
      <p className="text-soft tabular-nums">{trackTotalText(metadata.tracks, metadata.totals)}</p>
      <AdviceList {...advice} />
      {deletedFile && <DeleteFile key={deletedFile.id} file={deletedFile} onClose={() => setDeleting(null)} />}
    </section>
  )
}

type AlbumFieldsProps = { album: AlbumInfo; onEdit: (words: AlbumChange) => void }

function AlbumFields({ album, onEdit }: AlbumFieldsProps) {
  const { sources } = album
  return (
    <div className="grid items-start gap-3 sm:grid-cols-[1.4fr_1fr_5rem_1fr]">
      <TextCell
        label="Album"
        column="album"
        value={album.album}
        source={sources.album}
        onEdit={(value) => onEdit({ album: value })}
      />
      <TextCell
        label="Album artist"
        column="album-artist"
        value={album.artist}
        source={sources.artist}
        onEdit={(value) => onEdit({ artist: value })}
      />
      <NumberCell
        label="Year"
        column="album-year"
        value={album.year}
        source={sources.year}
        min={firstYear}
        max={lastYear}
        onEdit={(value) => onEdit({ year: value })}
      />
      <TextCell
        label="Genre"
        column="album-genre"
        value={album.genre}
        source={sources.genre}
        onEdit={(value) => onEdit({ genre: value })}
      />
    </div>
  )
}

function AdviceList({ warnings, recommendations }: AlbumAdvice) {
  if (!warnings.length && !recommendations.length) return null
  return (
    <ul aria-label="Suggestions" className="grid gap-2 border-highlight-ink border-l-4 bg-sunken px-4 py-3">
      {warnings.map((words) => (
        <li key={words} className="flex gap-2">
          <CircleAlert role="img" aria-label="Missing:" className="mt-0.5 size-5 shrink-0 text-highlight-ink" />
          <span className="wrap-anywhere min-w-0">{words}</span>
        </li>
      ))}
      {recommendations.map((words) => (
        <li key={words} className="flex gap-2 text-soft">
          <Lightbulb role="img" aria-label="Better:" className="mt-0.5 size-5 shrink-0" />
          <span className="wrap-anywhere min-w-0">{words}</span>
        </li>
      ))}
    </ul>
  )
}
