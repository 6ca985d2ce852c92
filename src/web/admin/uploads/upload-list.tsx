import { CircleAlert, CircleCheck, CirclePause, Pause, Play, RotateCw, X } from 'lucide-react'
import { useRef } from 'react'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { FileInput } from '#web/admin/ui/file-input.tsx'
import type { UploadEngine } from '#web/admin/uploads/engine/engine.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import { uploadCountText, uploadStateText, uploadTotalText } from '#web/admin/uploads/upload-texts.ts'
import { useUploads } from '#web/admin/uploads/use-uploads.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type UploadListProps = {
  /** Only those of one product; without it, all of them, each with the name of its product. */
  productId?: string
}

/** The uploads with their progress and their errors. */
export function FileUploadList({ productId }: UploadListProps) {
  const { engine, uploads: all } = useUploads()
  const uploads = productId ? all.filter(({ options }) => options.productId === productId) : all
  if (!engine || uploads.length === 0) return null
  const isGoing = uploads.some(({ state }) => state === 'waiting' || state === 'uploading')
  const isPaused = uploads.some(({ state }) => state === 'paused')
  return (
    <section aria-label="Uploads in progress" className="grid gap-3 border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto tabular-nums">
          <span role="status" className="mr-3 font-semibold">
            {uploadCountText(uploads)}
          </span>
          <span className="text-soft">{uploadTotalText(uploads)}</span>
        </p>
        {isGoing && !productId && (
          <Button variant="quiet" onClick={engine.pauseAll}>
            <Pause aria-hidden className="size-5" /> Pause all
          </Button>
        )}
        {isPaused && !productId && (
          <Button variant="quiet" onClick={engine.resumeAll}>
            <Play aria-hidden className="size-5" /> Resume all
          </Button>
        )}
        {uploads.some(({ state }) => state === 'completed') && (
          <Button variant="quiet" onClick={engine.clearCompleted}>
            Clear finished
          </Button>
        )}
      </div>
      <ul className="grid gap-2">
        {uploads.map((upload) => (
          <UploadRow key={upload.sessionId} upload={upload} engine={engine} hasProduct={!productId} />
        ))}
      </ul>
    </section>
  )
}

type UploadRowProps = { upload: UploadView; engine: UploadEngine; hasProduct: boolean }

function UploadRow({ upload, engine, hasProduct }: UploadRowProps) {
  const { fileName, state, sentence, hasFailed, sentBytes, totalBytes, options } = upload
  return (
    <li
      className={`grid min-h-11 items-center gap-x-3 gap-y-2 border-line border-t pt-2 ${state === 'needs-file' ? 'sm:grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[minmax(0,1fr)_auto]'}`}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <Mark {...upload} />
          <span className="min-w-0 truncate">{fileName}</span>
          {hasProduct && options.productName && <span className="text-soft text-sm">for {options.productName}</span>}
          <span className="text-soft text-sm tabular-nums">{uploadStateText(upload)}</span>
        </p>
        {sentence && <p className={`text-sm ${hasFailed ? 'text-error-ink' : 'text-soft'}`}>{sentence}</p>}
        {(state === 'uploading' || state === 'paused') && (
          <progress
            aria-label={`Uploading ${fileName}`}
            value={sentBytes}
            max={totalBytes}
            className="mt-1 h-1 w-full"
          />
        )}
      </div>
      <UploadButtons upload={upload} engine={engine} />
    </li>
  )
}

function Mark({ state, hasFailed }: Pick<UploadView, 'state' | 'hasFailed'>) {
  if (state === 'completed') return <CircleCheck aria-hidden className="size-4 shrink-0 text-success-ink" />
  if (hasFailed) return <CircleAlert aria-hidden className="size-4 shrink-0 text-error-ink" />
  if (state === 'paused') return <CirclePause aria-hidden className="size-4 shrink-0 text-soft" />
  return null
}

function UploadButtons({
  upload: { sessionId, fileName, state, isRefused },
  engine,
}: Omit<UploadRowProps, 'hasProduct'>) {
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const resume = (file?: File) =>
    engine
      .resume(sessionId, file)
      .catch((error: unknown) => toast.error(error instanceof Error ? error.message : errorPanelTexts.unexpected))
  return (
    <div className="flex">
      {(state === 'uploading' || state === 'waiting') && (
        <Button variant="quiet" size="icon" aria-label={`Pause ${fileName}`} onClick={() => engine.pause(sessionId)}>
          <Pause aria-hidden className="size-5" />
        </Button>
      )}
      {state === 'paused' && (
        <Button variant="quiet" size="icon" aria-label={`Resume ${fileName}`} onClick={() => resume()}>
          <Play aria-hidden className="size-5" />
        </Button>
      )}
      {state === 'failed' && !isRefused && (
        <Button variant="quiet" size="icon" aria-label={`Try ${fileName} again`} onClick={() => resume()}>
          <RotateCw aria-hidden className="size-5" />
        </Button>
      )}
      {state === 'needs-file' && !isRefused && (
        <>
          <FileInput
            ref={input}
            aria-label={`Choose ${fileName} again`}
            onFiles={([file]) => file && void resume(file)}
          />
          <Button variant="quiet" onClick={() => input.current?.click()}>
            Choose the file again
          </Button>
        </>
      )}
      {state !== 'completed' && (
        <Button
          variant="quiet"
          size="icon"
          className="border-transparent"
          aria-label={state === 'failed' ? `Dismiss ${fileName}` : `Cancel ${fileName}`}
          onClick={() => void engine.cancel(sessionId)}
        >
          <X aria-hidden className="size-5" />
        </Button>
      )}
    </div>
  )
}
