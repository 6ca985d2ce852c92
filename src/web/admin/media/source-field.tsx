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
  /** A file is stored; it says itself what it is and, mostly, how long. */
  onSource: (file: UploadedMediaFile) => void
  /** What to say while a file is on its way; null when none is. */
  onUploading: (words: string | null) => void
}

/** A link to a platform, or a file that is sent here, with what has gone of it in sight and a way to stop. */
export function MediaSourceField({ onSource, onUploading, error, ...field }: SourceFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [gone, setGone] = useState<Gone>(nothing)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const sending = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController()
      setGone({ ...nothing, whole: file.size })
      const began = performance.now()
      return uploadMediaFile(file, {
        signal: stop.current.signal,
        onProgress: (part) =>
          setGone(({ samples, whole }) => {
            const next = { ms: performance.now() - began, bytes: part * whole }
            return { part, whole, samples: addSpeedSample(samples, next) }
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
            <progress aria-label="Uploading the file" value={gone.part} max={1} className="h-1.5 grow" />
            <span className="text-soft text-sm tabular-nums">{transferProgressText(gone.samples, gone.whole)}</span>
            <Button variant="quiet" onClick={() => stop.current?.abort()}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

type Gone = { part: number; whole: number; samples: SpeedSample[] }
const nothing: Gone = { part: 0, whole: 0, samples: [] }
