import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleCheck, FolderArchive, RotateCw, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AlbumAnswer } from '#api/admin/albums.ts'
import { zipTexts } from '#domain/texts/uploads.ts'
import { productFilesKey } from '#web/admin/uploads/files-query.ts'
import { useAlbumZip, useUploads } from '#web/admin/uploads/use-uploads.ts'
import type { AlbumZipJob as Zip } from '#web/admin/uploads/zip/album-zips.ts'
import { type AlbumArchiveStatus, zipStageText, zipStatusOf, zipStatusText } from '#web/admin/uploads/zip/zip-words.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Below the key of the files: invalidated together with them. */
const albumQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...productFilesKey, id, 'album'],
    queryFn: () => unwrapResponse(api.api.admin.albums[':id'].$get({ param: { id } })),
    staleTime: 0,
  })

type AlbumZipProps = { productId: string; productName: string }

/** The archive of all recordings: made in this browser when the owner asks for it. */
export function AlbumZip({ productId, productName }: AlbumZipProps) {
  const { api } = useRouter().options.context
  const { siteId: websiteId } = useWebsite()
  const { data: album } = useQuery(albumQuery(api, productId))
  const { uploads: all } = useUploads()
  const { zips, zip } = useAlbumZip(productId)
  if (!album?.entries.length || !zips) return null
  const make = () => void zips.start({ websiteId, productId, productName })
  const status = zipStatusOf(
    album,
    all.filter(({ options }) => options.productId === productId),
  )
  return (
    <section aria-label="Album zip" className="grid gap-3 border border-line bg-raised p-4">
      {zip && zip.sentence === null ? (
        <Making zip={zip} onCancel={() => zips.cancel(productId)} />
      ) : (
        <ZipStatusLine status={status} album={album}>
          {(status === 'none' || status === 'incomplete') && (
            <Button variant="quiet" disabled={status === 'incomplete'} onClick={make}>
              <FolderArchive aria-hidden className="size-5" /> Make the album zip
            </Button>
          )}
          {status === 'outdated' && (
            <Button variant="quiet" onClick={make}>
              <RotateCw aria-hidden className="size-5" /> Make the album zip again
            </Button>
          )}
        </ZipStatusLine>
      )}
      {zip?.sentence && (
        <StatusBanner
          status={zip.sentence === zipTexts.cancelled ? 'notice' : 'error'}
          onDismiss={() => zips.dismiss(productId)}
        >
          {zip.sentence}
        </StatusBanner>
      )}
    </section>
  )
}

type ZipStatusLineProps = { status: AlbumArchiveStatus; album: AlbumAnswer; children: ReactNode }

function ZipStatusLine({ status, album, children }: ZipStatusLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="min-w-60 flex-1">
        <span className="flex items-center gap-2 font-semibold">
          {status === 'current' && <CircleCheck aria-hidden className="size-4 shrink-0 text-success-ink" />}
          {status === 'outdated' && <TriangleAlert aria-hidden className="size-4 shrink-0 text-error-ink" />}
          {status === 'outdated' ? 'The album zip is out of date' : 'Album zip'}
        </span>
        <span className="break-words text-soft tabular-nums">{zipStatusText(status, album)}</span>
      </p>
      {children}
    </div>
  )
}

function Making({ zip, onCancel }: { zip: Zip; onCancel: () => void }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
      <p>
        <span role="status" className="block font-semibold">
          Making the album zip
        </span>
        <span className="text-soft tabular-nums">{zipStageText(zip)}</span>
      </p>
      <Button variant="quiet" size="icon" aria-label="Cancel the album zip" onClick={onCancel}>
        <X aria-hidden className="size-5" />
      </Button>
      <progress
        aria-label="Making the album zip"
        {...(zip.stage === 'processing' && { value: zip.samples.at(-1)?.bytes ?? 0, max: zip.totalBytes })}
        className="col-span-2 h-1 w-full"
      />
    </div>
  )
}
