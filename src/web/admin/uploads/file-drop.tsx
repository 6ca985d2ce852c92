import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { acceptedFiles } from '#domain/uploads/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toasts.tsx'

type FileDropProps = {
  label: string
  /** Why nothing can be added yet: whoever drops files all the same is told. */
  notYet?: string | null
  onFiles: (files: File[]) => void
}

/** Files are dropped here, or chosen with the button; as many as one likes. */
export function FileDrop({ label, notYet = null, onFiles }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const toast = useToast()
  const take = (files: FileList | null) => {
    if (!files?.length) return
    if (notYet) toast.error(notYet)
    else onFiles([...files])
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(!notYet)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      take(event.dataTransfer.files)
    },
  }
  return (
    <section
      aria-label={label}
      {...drop}
      className={`flex flex-wrap items-center gap-x-6 gap-y-3 border-2 border-dashed p-5 ${isOver ? 'border-action bg-current/6' : 'border-field'}`}
    >
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Choose files"
        accept={acceptedFiles}
        className="sr-only"
        disabled={Boolean(notYet)}
        onChange={({ target }) => {
          take(target.files)
          target.value = ''
        }}
      />
      <Button variant="quiet" disabled={Boolean(notYet)} onClick={() => input.current?.click()}>
        <FileUp aria-hidden className="size-5" /> Add files
      </Button>
      <p className="min-w-60 flex-1 text-soft">
        Drop them here: recordings (MP3, FLAC, WAV, M4A, AAC, OGG), a whole album as a zip, or a cover; up to 1 GB each.
      </p>
    </section>
  )
}
