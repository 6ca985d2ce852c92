import { Bold, Heading, Italic, Link2, List, ListOrdered, TextQuote } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { descriptionHtml } from '#domain/products/markdown.ts'
import { formatChange, type MarkdownFormat } from '#web/admin/ui/editor/markdown-format.ts'
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

/** A text with Markdown: buttons that write it, and a preview. */
export function MarkdownField(field: ComponentProps<typeof TextArea> & { value: string }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [isShown, setShown] = useState(false)
  const press = (format: MarkdownFormat) => area.current && applyFormat(area.current, format)
  return (
    <div className="grid gap-3">
      <TextArea
        {...field}
        ref={area}
        rows={8}
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
        <Button variant="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the preview' : 'Preview'}
        </Button>
      </div>
      {isShown && (
        <section aria-label="Preview of the description" className="border border-line bg-ground p-5">
          {field.value.trim() ? (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: made here from Markdown in which HTML is only text
            <div className="written" dangerouslySetInnerHTML={{ __html: descriptionHtml(field.value) }} />
          ) : (
            <p className="text-soft">Nothing to preview yet.</p>
          )}
        </section>
      )}
    </div>
  )
}

function applyFormat(area: HTMLTextAreaElement, format: MarkdownFormat): void {
  const { value, selectionStart, selectionEnd } = area
  const { from, to, text, select } = formatChange(value, { from: selectionStart, to: selectionEnd }, format)
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
