import { useState } from 'react'
import { descriptionHtml } from '#domain/products/markdown.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/inputs.tsx'

type Props = { field: Parameters<typeof TextArea>[0] & { value: string } }

/** Markdown, and beside it what it becomes. */
export function DescriptionField({ field }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="grid gap-3">
      <TextArea
        {...field}
        rows={8}
        maxLength={20_000}
        help="Markdown: **bold**, *italic*, [a link](https://…), and lines that begin with - for a list."
      />
      <div>
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
