import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { UploadedMediaFile } from '#api/admin/media.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { addSpeedSample, type SpeedSample, transferProgressText } from '#domain/ui/transfer-speed.ts'
import { uploadMediaFile } from '#web/admin/media/media-files.ts'
import { FileInput } from '#web/admin/ui/file-input.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

type SourceFieldProps = ComponentProps<typeof TextField> & {
  /** The file is stored. The answer has its type and, mostly, its duration. */
  onSource: (file: UploadedMediaFile) => void
  /** What to say while a file is on its way; null when none is. */
  onUploading: (words: string | null) => void
}

/** A link to a platform, or an uploaded file, with the progress of the upload and a button to cancel it. */
export function MediaSourceField({ onSource, onUploading, error, ...field }: SourceFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<Progress>(noProgress)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const sending = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController()
      setProgress({ ...noProgress, bytes: file.size })
      const began = performance.now()
      return uploadMediaFile(file, {
        signal: stop.current.signal,
        onProgress: (part) =>
          setProgress(({ samples, bytes }) => {
            const next = { ms: performance.now() - began, bytes: part * bytes }
            return { part, bytes, samples: addSpeedSample(samples, next) }
          }),
      })
    },
    onMutate: () => onUploading('The file is still being uploaded.'),
    onSuccess: onSource,
    onSettled: () => onUploading(null),
    networkMode: 'always',
  })
  const isStopped = sending.error instanceof DOMException
  const problem = sending.error && !isStopped ? errorSentence(sending.error, errorPanelTexts.unexpected) : error
  return (
    <div className="grid gap-3">
      <TextField
        {...field}
        required
        error={problem ?? null}
        spellCheck={false}
        placeholder="https://"
        help="YouTube, Vimeo, Spotify, SoundCloud or Bandcamp; or upload a file, up to 500 MB."
      />
      <FileInput
        ref={input}
        aria-label="Choose a video or audio file"
        accept="video/*,audio/*"
        onFiles={([file]) => file && sending.mutate(file)}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="quiet" loading={sending.isPending} onClick={() => input.current?.click()}>
          Upload a file
        </Button>
        {sending.isPending && (
          <>
            <progress aria-label="Uploading the file" value={progress.part} max={1} className="h-1.5 grow" />
            <span className="text-soft text-sm tabular-nums">
              {transferProgressText(progress.samples, progress.bytes)}
            </span>
            <Button variant="quiet" onClick={() => stop.current?.abort()}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

/** `part` of all `bytes` is uploaded. */
type Progress = { part: number; bytes: number; samples: SpeedSample[] }
const noProgress: Progress = { part: 0, bytes: 0, samples: [] }
