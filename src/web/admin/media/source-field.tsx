import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useRef, useState } from 'react'
import type { UploadedMediaFile } from '#api/media-desk.ts'
import type { MediaKind } from '#domain/media/item.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { upload } from '#web/admin/parts/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'

type SourceFieldProps = ComponentProps<typeof TextField> & {
  /** The kind is known where the file itself told it. */
  onSource: (source: string, kind?: MediaKind) => void
}

/** A link to a platform, or a file that is sent here, with what has gone of it in sight and a way to stop. */
export function SourceField({ onSource, error, ...field }: SourceFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState({ part: 0, bytes: 0 })
  const stop = useRef<AbortController>(null)
  const sending = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController()
      return upload<UploadedMediaFile>(`/api/admin/media/files?${new URLSearchParams({ name: file.name })}`, file, {
        signal: stop.current.signal,
        onProgress: (part) => setDone({ part, bytes: file.size }),
      })
    },
    onSuccess: ({ source, kind }) => onSource(source, kind),
    networkMode: 'always',
  })
  const isStopped = sending.error instanceof DOMException
  const problem = sending.error && !isStopped ? sentenceOf(sending.error, errorPanelTexts.unexpected) : error
  return (
    <div className="grid gap-3">
      <TextField
        {...field}
        required
        error={problem ?? null}
        spellCheck={false}
        placeholder="https://"
        help="YouTube, Vimeo, Spotify, SoundCloud or Bandcamp; or a file of your own, up to 500 MB."
      />
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label="Choose a video or audio file"
        accept="video/*,audio/*"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) sending.mutate(file)
          target.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="quiet" loading={sending.isPending} onClick={() => input.current?.click()}>
          Upload a file
        </Button>
        {sending.isPending && (
          <>
            <progress aria-label="Uploading the file" value={done.part} max={1} className="h-1.5 grow accent-action" />
            <span role="status" className="text-soft text-sm tabular-nums">
              {megabytes(done.part * done.bytes)} of {megabytes(done.bytes)}
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

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
