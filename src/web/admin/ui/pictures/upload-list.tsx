import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react'
import { sentOfTotalText } from '#domain/ui/transfer-speed.ts'
import type { QueuedUpload, UploadQueue } from '#web/admin/ui/pictures/upload-queue.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** The running uploads with their progress, and the failed ones with the reason. */
export function PictureUploadList({ queue, uploads }: { queue: UploadQueue; uploads: readonly QueuedUpload[] }) {
  if (uploads.length === 0) return null
  const done = uploads.filter(({ state }) => state === 'done').length
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const all = uploads.reduce((sum, { bytes }) => sum + bytes, 0)
  const sent = uploads.reduce((sum, upload) => sum + upload.sent, 0)
  return (
    <section aria-label="Uploads" className="grid gap-3 border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="mr-auto font-semibold tabular-nums">
          {done} of {uploads.length} uploaded{failed ? `, ${failed} failed` : ''}
          <span className="ml-3 font-normal text-soft">{sentOfTotalText(sent, all)}</span>
        </p>
        {failed > 1 && (
          <Button variant="quiet" onClick={queue.retryAll}>
            <RotateCw aria-hidden className="size-5" /> Retry all
          </Button>
        )}
        {done > 0 && (
          <Button variant="quiet" onClick={queue.clearDone}>
            Clear finished
          </Button>
        )}
      </div>
      <ul className="grid max-h-80 gap-2 overflow-y-auto">
        {uploads.map((upload) => (
          <Line
            key={upload.id}
            upload={upload}
            onRetry={() => queue.retry(upload.id)}
            onDismiss={() => queue.dismiss(upload.id)}
          />
        ))}
      </ul>
    </section>
  )
}

type LineProps = { upload: QueuedUpload; onRetry: () => void; onDismiss: () => void }

function Line({ upload: { name, bytes, sent, state, sentence }, onRetry, onDismiss }: LineProps) {
  return (
    <li className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          {state === 'done' && <CircleCheck aria-hidden className="size-4 shrink-0 text-success-ink" />}
          {state === 'failed' && <CircleAlert aria-hidden className="size-4 shrink-0 text-error-ink" />}
          <span className="truncate">{name}</span>
          <span className="shrink-0 text-soft text-sm tabular-nums">{stateText(state, sent, bytes)}</span>
        </p>
        {sentence && state === 'failed' && <p className="text-error-ink text-sm">{sentence}</p>}
        {state === 'sending' && (
          <progress aria-label={`Uploading ${name}`} value={sent} max={bytes} className="h-1 w-full" />
        )}
      </div>
      <div className="flex">
        {state === 'failed' && (
          <Button variant="quiet" size="icon" aria-label={`Try ${name} again`} onClick={onRetry}>
            <RotateCw aria-hidden className="size-5" />
          </Button>
        )}
        {state !== 'done' && (
          <Button
            variant="quiet"
            size="icon"
            className="border-transparent"
            aria-label={state === 'sending' ? `Cancel ${name}` : `Dismiss ${name}`}
            onClick={onDismiss}
          >
            <X aria-hidden className="size-5" />
          </Button>
        )}
      </div>
    </li>
  )
}

function stateText(state: QueuedUpload['state'], sent: number, bytes: number): string {
  if (state === 'waiting') return 'waiting'
  if (state === 'sending') return sent < bytes ? sentOfTotalText(sent, bytes) : 'processing…'
  return state === 'done' ? 'uploaded' : 'failed'
}
