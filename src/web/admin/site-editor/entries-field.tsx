import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { HomeContent } from '#domain/pages/content.ts'
import { maxLine, maxText } from '#domain/sites/content-schema.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { TextArea, TextField } from '#web/ui/forms/inputs.tsx'

type Entry = HomeContent['highlights'][number]

type EntriesFieldProps = {
  name: string
  values: readonly Entry[]
  problems: Record<string, string>
  onChange: (values: Entry[]) => void
}

const mostEntries = 50

/** Short texts with a title each, in their order. */
export function EntriesField({ name, values, problems, onChange }: EntriesFieldProps) {
  const list = useRef<HTMLOListElement>(null)
  const replace = (at: number, change: Partial<Entry>) =>
    onChange(values.map((entry, index) => (index === at ? { ...entry, ...change } : entry)))
  const move = (at: number, to: number) => {
    const others = values.filter((_, index) => index !== at)
    onChange([...others.slice(0, to), values[at]!, ...others.slice(to)])
  }
  const problemOf = (at: number, field: keyof Entry) => problems[`${name}.${at}.${field}`] ?? null
  return (
    <div data-field={name} tabIndex={-1} className="grid gap-4 outline-none">
      {values.length === 0 && <p className="text-soft">No highlights. The home page goes without them.</p>}
      <ol ref={list} tabIndex={-1} className="grid gap-4 outline-none empty:hidden">
        {values.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no id, and its inputs are controlled
          <li key={at} className="grid gap-4 border border-line p-4">
            <TextField
              label={`Title ${at + 1}`}
              name={`${name}.${at}.title`}
              value={entry.title}
              error={problemOf(at, 'title')}
              counter={{ used: entry.title.length, limit: maxLine }}
              onChange={({ target }) => replace(at, { title: target.value })}
            />
            <TextArea
              label={`Text ${at + 1}`}
              name={`${name}.${at}.text`}
              rows={3}
              value={entry.text}
              error={problemOf(at, 'text')}
              counter={{ used: entry.text.length, limit: maxText }}
              onChange={({ target }) => replace(at, { text: target.value })}
            />
            <div className="flex gap-2">
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Move highlight ${at + 1} up`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowUp aria-hidden className="size-5" />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Move highlight ${at + 1} down`}
                disabled={at === values.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown aria-hidden className="size-5" />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Remove highlight ${at + 1}`}
                onClick={() => {
                  onChange(values.filter((_, index) => index !== at))
                  list.current?.focus()
                }}
              >
                <Trash2 aria-hidden className="size-5" />
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {problems[name] && <p className="text-error-ink text-sm">{problems[name]}</p>}
      <div>
        <Button
          variant="quiet"
          disabled={values.length >= mostEntries}
          onClick={() => onChange([...values, { title: '', text: '' }])}
        >
          <Plus aria-hidden className="size-5" /> Add a highlight
        </Button>
      </div>
    </div>
  )
}
