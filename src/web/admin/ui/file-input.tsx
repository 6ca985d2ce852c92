import type { ComponentProps, DragEvent } from 'react'

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'tabIndex' | 'className' | 'onChange'> & {
  onFiles: (files: File[]) => void
}

/** Not visible: a button opens its dialog with `click()`. The same file can be chosen twice. */
export const FileInput = ({ onFiles, ...input }: FileInputProps) => (
  <input
    {...input}
    type="file"
    tabIndex={-1}
    className="sr-only"
    onChange={({ target }) => {
      const files = [...(target.files ?? [])]
      target.value = ''
      onFiles(files)
    }}
  />
)

/** For an element on which files can be dropped. */
export const fileDropHandlers = (onFiles: (files: File[]) => void) => ({
  onDragOver: (event: DragEvent) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  },
})
