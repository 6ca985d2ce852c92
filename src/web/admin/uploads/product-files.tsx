import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { StoredFileAnswer } from '#api/uploads-desk.ts'
import { megabytes } from '#domain/ui/pace.ts'
import { fileTypeOf } from '#domain/uploads/kinds.ts'
import type { FileType } from '#domain/uploads/options.ts'
import { ListWaiting } from '#web/admin/parts/list-waiting.tsx'
import { useDeed } from '#web/admin/parts/use-deed.ts'
import { FileDrop } from '#web/admin/uploads/file-drop.tsx'
import { filesKey, filesQuery } from '#web/admin/uploads/files-query.ts'
import { UploadList } from '#web/admin/uploads/upload-list.tsx'
import { useUploads } from '#web/admin/uploads/use-uploads.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type ProductFilesProps = { productId: string; productName: string }

/** What a digital product is made of: the files that are there, those on their way, and where to drop more. */
export function ProductFiles({ productId, productName }: ProductFilesProps) {
  const { api } = useRouter().options.context
  const { data, error, isFetching, refetch } = useQuery(filesQuery(api, productId))
  const add = useAddFiles()
  return (
    <div className="grid gap-4">
      <FileDrop label="Add files to this product" onFiles={(files) => add(files, { productId, productName })} />
      <UploadList productId={productId} />
      <ListWaiting {...{ data, error, isFetching, refetch }} />
      {data?.files.length === 0 && <p className="text-soft">No files yet: whoever buys this gets nothing.</p>}
      {data && data.files.length > 0 && (
        <ul className="grid border-line border-b">
          {data.files.map((file) => (
            <StoredFile key={file.id} file={file} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Sends files for a product, whatever screen is open then. */
export function useAddFiles() {
  const { engine } = useUploads()
  const { siteId: websiteId } = useWebsite()
  return (files: File[], { productId, productName }: ProductFilesProps) =>
    void engine?.add(files, ({ name }) => ({ websiteId, productId, productName, fileType: fileTypeOf(name) }))
}

const typeWords: Record<FileType, string> = { tracks: 'Recording', album: 'Album', cover: 'Cover' }

function StoredFile({ file: { id, name, fileType, bytes } }: { file: StoredFileAnswer }) {
  const { api } = useRouter().options.context
  const [isAsking, setIsAsking] = useState(false)
  const remove = useDeed({
    work: () => answerOf(api.api.admin['product-files'][':id'].$delete({ param: { id } })),
    says: () => `${name} is deleted.`,
    changes: [filesKey],
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2">
      <span className="min-w-40 flex-1 break-words font-semibold">{name}</span>
      <span className="text-soft tabular-nums">
        {typeWords[fileType]}, {megabytes(bytes)}
      </span>
      <Button variant="danger" aria-label={`Delete ${name}`} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => remove.mutateAsync()}
        variant="danger"
        title={`Delete ${name}?`}
        confirmLabel="Delete"
      >
        <p>Whoever has bought this product cannot download the file any more.</p>
      </ConfirmDialog>
    </li>
  )
}
