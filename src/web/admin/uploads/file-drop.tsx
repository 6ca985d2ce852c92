import { FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { acceptedFiles } from '#domain/uploads/file-types.ts'
import { FileInput } from '#web/admin/ui/file-input.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type FileDropProps = {
  label: string
  /** Why no file can be added yet. Shown to an administrator who drops one nevertheless. */
  disabledReason?: string | null
  onFiles: (files: File[]) => void
}

/** A drop zone with a button to choose files. */
export function FileDrop({ label, disabledReason = null, onFiles }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const toast = useToast()
  const take = (files: File[]) => {
    if (files.length === 0) return
    if (disabledReason) toast.error(disabledReason)
    else onFiles(files)
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(!disabledReason)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      take([...event.dataTransfer.files])
    },
  }
  return (
    <section
      aria-label={label}
      {...drop}
      className={`flex flex-wrap items-center gap-x-6 gap-y-3 border-2 border-dashed p-5 ${isOver ? 'border-ink bg-current/6' : 'border-field'}`}
    >
      <FileInput
        ref={input}
        multiple
        aria-label="Choose files"
        accept={acceptedFiles}
        disabled={Boolean(disabledReason)}
        onFiles={take}
      />
      <Button variant="quiet" disabled={Boolean(disabledReason)} onClick={() => input.current?.click()}>
        <FileUp aria-hidden className="size-5" /> Add files
      </Button>
      <p className="min-w-60 flex-1 text-soft">
        Drop files here: tracks (MP3, FLAC, WAV, M4A, AAC, OGG), a whole album as a zip, or a cover; up to 1 GB each.
      </p>
    </section>
  )
}

/** Ignores files dropped beside a drop zone: the browser would leave the page and open them. */
export function useIgnoreStrayDrops(): void {
  useEffect(() => {
    const ending = new AbortController()
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, ignoreDrop, ending)
    return () => ending.abort()
  }, [])
}

function ignoreDrop(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
