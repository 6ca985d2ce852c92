import { Bold, Heading, ImagePlus, Italic, Link2, List, ListOrdered, TextQuote } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { hasPictureDescription } from '#domain/pictures/draft.ts'
import { descriptionHtml } from '#domain/products/markdown.ts'
import {
  type MarkdownFormat,
  markdownFormatChange,
  markdownPictureChange,
  type TextChange,
} from '#web/admin/ui/editor/markdown-format.ts'
import { PictureField } from '#web/admin/ui/editor/picture-field.tsx'
import { useLibraryPicture } from '#web/admin/ui/pictures/library-description.tsx'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextArea } from '#web/ui/forms/inputs.tsx'

const tools: [format: MarkdownFormat, name: string, Icon: typeof Bold, key?: string][] = [
  ['bold', 'Bold', Bold, 'b'],
  ['italic', 'Italic', Italic, 'i'],
  ['heading', 'Heading', Heading],
  ['list', 'List', List],
  ['numbers', 'Numbered list', ListOrdered],
  ['quote', 'Quote', TextQuote],
  ['link', 'Link', Link2],
]

type MarkdownFieldProps = ComponentProps<typeof TextArea> & {
  value: string
  /** Pictures can be put into it. */
  withPictures?: boolean
  /** How it will be shown, where not as the description of a product. */
  preview?: ReactNode
}

/** A text with Markdown: buttons that write it, and a preview. */
export function MarkdownField({ withPictures = false, preview, ...field }: MarkdownFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [isShown, setShown] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const press = (format: MarkdownFormat) => area.current && applyFormat(area.current, format)
  return (
    <div className="grid gap-3">
      <TextArea
        {...field}
        ref={area}
        rows={field.rows ?? 8}
        onKeyDown={(event) => {
          const tool = tools.find(([, , , key]) => key === event.key.toLowerCase())
          if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
          event.preventDefault()
          press(tool[0])
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would add a legend and a border */}
      <div role="group" aria-label="Text format" className="-mt-1 flex flex-wrap gap-2">
        {tools.map(([format, name, Icon]) => (
          <Button
            key={format}
            variant="quiet"
            size="icon"
            aria-label={name}
            title={name}
            // The text keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => press(format)}
          >
            <Icon aria-hidden className="size-5" />
          </Button>
        ))}
        {withPictures && (
          <Button variant="quiet" size="icon" aria-label="Picture" title="Picture" onClick={() => setPicking(true)}>
            <ImagePlus aria-hidden className="size-5" />
          </Button>
        )}
        <Button variant="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the preview' : 'Preview'}
        </Button>
      </div>
      {isShown && (
        <section
          aria-label={preview ? 'Preview' : 'Preview of the description'}
          className="overflow-hidden border border-line bg-ground p-5"
        >
          {field.value.trim() && preview ? (
            preview
          ) : field.value.trim() ? (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: made here from Markdown in which HTML is only text
            <div className="written" dangerouslySetInnerHTML={{ __html: descriptionHtml(field.value) }} />
          ) : (
            <p className="text-soft">Nothing to preview yet.</p>
          )}
        </section>
      )}
      {withPictures && (
        <MarkdownPicture
          open={isPicking}
          onClose={() => setPicking(false)}
          onInsert={(picture) =>
            area.current && write(area.current, markdownPictureChange(field.value, area.current.selectionEnd, picture))
          }
        />
      )}
    </div>
  )
}

type MarkdownPictureProps = {
  open: boolean
  onClose: () => void
  onInsert: (picture: { address: string; alt: string }) => void
}

/** A picture for the text, and what it shows. */
function MarkdownPicture({ open, onClose, onInsert }: MarkdownPictureProps) {
  const [address, setAddress] = useState('')
  const [alt, setAlt] = useState('')
  const library = useLibraryPicture(address)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => {
    onClose()
    setAddress('')
    setAlt('')
    setProblem(null)
  }
  const insert = () => {
    if (!hasPictureDescription(alt.trim() || (library?.picture.alt ?? ''), library?.isDecorative ?? false))
      return setProblem('Please describe the picture here or in the picture library.')
    onInsert({ address, alt: alt.trim().replaceAll(/[[\]]/g, '') })
    close()
  }
  return (
    <Modal
      open={open}
      onClose={close}
      title="Insert a picture"
      size="lg"
      actions={
        <>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button disabled={!address} onClick={insert}>
            Insert
          </Button>
        </>
      }
    >
      <PictureField
        name="markdown-picture"
        address={address}
        problem={null}
        onAddress={setAddress}
        onUploading={() => {}}
        description={{ name: 'markdown-alt', alt, problem, onAlt: setAlt }}
        usesLibraryWords
      />
    </Modal>
  )
}

function applyFormat(area: HTMLTextAreaElement, format: MarkdownFormat): void {
  const { value, selectionStart, selectionEnd } = area
  write(area, markdownFormatChange(value, { from: selectionStart, to: selectionEnd }, format))
}

function write(area: HTMLTextAreaElement, { from, to, text, select }: TextChange): void {
  const { value } = area
  if (area.maxLength >= 0 && value.length - (to - from) + text.length > area.maxLength) return
  area.focus()
  area.setSelectionRange(from, to)
  // The only way that keeps the browser's own undo; a browser without it gets the text in another way.
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(select.from, select.to)
}
