import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { StoredFileAnswer } from '#api/admin/product-files.ts'
import { fileSizeText } from '#domain/ui/transfer-speed.ts'
import type { FileType } from '#domain/uploads/file-types.ts'
import { fileTypeByName } from '#domain/uploads/file-types.ts'
import type { UploadOptions } from '#domain/uploads/session.ts'
import { PreviewStartFields } from '#web/admin/previews/preview-start.tsx'
import { ListStatus } from '#web/admin/ui/lists/list-status.tsx'
import { DeleteFile } from '#web/admin/uploads/delete-file.tsx'
import { FileDrop, useIgnoreStrayDrops } from '#web/admin/uploads/file-drop.tsx'
import { productFilesQuery } from '#web/admin/uploads/files-query.ts'
import { uploadOptionsFor } from '#web/admin/uploads/tracks/read-tags.ts'
import { Tracks } from '#web/admin/uploads/tracks/tracks.tsx'
import { FileUploadList } from '#web/admin/uploads/upload-list.tsx'
import { useUploads } from '#web/admin/uploads/use-uploads.ts'
import { AlbumZip } from '#web/admin/uploads/zip/album-zip.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Owner = { productId: string; productName: string }
type ProductFilesProps = Owner & { onChosen: (files: File[]) => unknown }

/** The files of a digital product, its uploads, and the drop zone. */
export function ProductFiles({ productId, productName, onChosen }: ProductFilesProps) {
  const { api } = useRouter().options.context
  const { data, error, isFetching, refetch } = useQuery(productFilesQuery(api, productId))
  const add = useUploadProductFiles()
  useIgnoreStrayDrops()
  const others = data?.files.filter(({ fileType }) => fileType !== 'tracks') ?? []
  return (
    <div className="grid gap-4">
      <FileDrop
        label="Add files to this product"
        onFiles={(files) => {
          void add(files, { productId, productName })
          onChosen(files)
        }}
      />
      <FileUploadList productId={productId} />
      <AlbumZip productId={productId} productName={productName} />
      <ListStatus data={data} error={error} isFetching={isFetching} refetch={refetch} />
      {data?.files.length === 0 && (
        <p className="text-soft">No files yet. Upload at least one before you publish the product.</p>
      )}
      <Tracks productId={productId} />
      <PreviewStartFields productId={productId} />
      {others.length > 0 && (
        <ul aria-label="Other files" className="grid border-line border-b">
          {others.map((file) => (
            <StoredFile key={file.id} file={file} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Uploads files for a product, independent of the open screen. Reads the tags of recordings first. */
export function useUploadProductFiles() {
  const { engine } = useUploads()
  const { siteId: websiteId } = useWebsite()
  return async (files: readonly File[], { productId, productName }: Owner) => {
    const isAlbum = files.filter(({ name }) => fileTypeByName(name) === 'tracks').length > 1
    for (const file of files) {
      const fileType = fileTypeByName(file.name)
      const plain: UploadOptions = { websiteId, productId, productName, fileType }
      const options = fileType === 'tracks' ? await uploadOptionsFor(file, { ...plain, isAlbum }) : plain
      await engine?.add([file], () => options)
    }
  }
}

type ChosenFilesProps = { files: readonly File[]; onChange: (files: File[]) => void }

/** The files of a product that is not saved yet: its first save sends them. */
export function ChosenFiles({ files, onChange }: ChosenFilesProps) {
  useIgnoreStrayDrops()
  return (
    <div className="grid gap-4">
      <FileDrop label="Files for this product" onFiles={(added) => onChange([...files, ...added])} />
      {files.length > 0 && (
        <>
          <ul aria-label="Chosen files" className="grid border-line border-b">
            {files.map((file, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
              <li key={at} className="flex items-center gap-x-4 border-line border-t py-2">
                <span className="min-w-0 flex-1 break-words font-semibold">{file.name}</span>
                <span className="text-soft tabular-nums">{fileSizeText(file.size)}</span>
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => onChange(files.toSpliced(at, 1))}
                >
                  <Trash2 aria-hidden className="size-5" />
                </Button>
              </li>
            ))}
          </ul>
          <p className="text-soft">They are sent when the product is saved.</p>
        </>
      )}
    </div>
  )
}

const typeWords: Record<FileType, string> = { tracks: 'Recording', album: 'Album', cover: 'Cover' }

function StoredFile({ file }: { file: StoredFileAnswer }) {
  const { name, fileType, bytes } = file
  const [isAsking, setIsAsking] = useState(false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2">
      <span className="min-w-40 flex-1 break-words font-semibold">{name}</span>
      <span className="text-soft tabular-nums">
        {typeWords[fileType]}, {fileSizeText(bytes)}
      </span>
      <Button variant="quiet" size="icon" aria-label={`Delete ${name}`} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden className="size-5" />
      </Button>
      {isAsking && <DeleteFile file={file} onClose={() => setIsAsking(false)} />}
    </li>
  )
}
