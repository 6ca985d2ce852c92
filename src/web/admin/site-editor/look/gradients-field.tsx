import { Plus, Trash2 } from 'lucide-react'
import { type GradientName, gradientNamed, gradientVariables } from '#domain/sites/contrast.ts'
import { withGradient } from '#domain/sites/palette.ts'
import type { Gradient, Theme } from '#domain/sites/site.ts'
import { gradientCss } from '#domain/sites/theme.ts'
import { HexField } from '#web/admin/site-editor/look/hex-field.tsx'
import {
  type LookEditor,
  setEditorTheme,
  themeOfEditor,
  variantLabels,
  variantNames,
} from '#web/admin/site-editor/look/look-editor.ts'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { Button } from '#web/ui/forms/button.tsx'

const gradientWords: Record<GradientName, string> = {
  layout: 'Page background',
  components: 'Main buttons',
  features: 'Large panels',
  'announcement-info': 'Banner: information',
  'announcement-success': 'Banner: good news',
  'announcement-warning': 'Banner: warning',
  'announcement-urgent': 'Banner: urgent',
  tags: 'Labels',
}

const mostStops = 5

export const GradientFields = ({ editor }: { editor: LookEditor }) => (
  <FieldGroup title="Gradients" intro="They follow the colours until you change one yourself.">
    {variantNames.map((variant) => (
      <section key={variant} aria-label={`Gradients, ${variantLabels[variant]}`} className="grid gap-2">
        <h3 className="font-semibold">{variantLabels[variant]}</h3>
        {gradientVariables.map(([name]) => (
          <GradientField key={name} editor={editor} variant={variant} name={name} />
        ))}
      </section>
    ))}
  </FieldGroup>
)

type GradientFieldProps = { editor: LookEditor; variant: keyof Theme; name: GradientName }

function GradientField({ editor, variant, name }: GradientFieldProps) {
  const theme = themeOfEditor(editor)
  const gradient = gradientNamed(theme[variant].gradients, name)
  const { angle, stops } = gradient
  const set = (changed: Gradient | null) => setEditorTheme(editor, withGradient(theme, [variant, name], changed))
  const label = `${gradientWords[name]}, ${variantLabels[variant].toLowerCase()}`
  return (
    <details className="group border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center gap-4 px-3 py-1.5">
        <span aria-hidden className="h-8 w-24 shrink-0 sm:w-40" style={{ background: gradientCss(gradient)! }} />
        <span className="min-w-0 grow font-medium">{gradientWords[name]}</span>
        <span aria-hidden className="text-soft text-sm">
          <span className="group-open:hidden">Change</span>
          <span className="hidden group-open:inline">Close</span>
        </span>
      </summary>
      <div className="grid gap-4 border-line border-t p-4">
        <label className="flex min-h-11 items-center gap-4">
          <span className="w-28 shrink-0 font-semibold tabular-nums">Angle {angle}°</span>
          <input
            type="range"
            min={0}
            max={360}
            step={5}
            value={angle}
            aria-label={`Angle of ${label}`}
            onChange={({ target }) => set({ ...gradient, angle: Number(target.value) })}
            className="min-w-0 grow accent-ink"
          />
        </label>
        <ol className="grid gap-3 sm:grid-cols-2">
          {stops.map((stop, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a colour has no other name than its place
            <li key={at} className="flex items-end gap-2">
              <div className="grow">
                <HexField
                  editor={editor}
                  label={`Colour ${at + 1}`}
                  value={stop}
                  onChange={(colour) => set({ ...gradient, stops: stops.with(at, colour) })}
                />
              </div>
              {stops.length > 2 && (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={`Remove colour ${at + 1} of ${label}`}
                  onClick={() => set({ ...gradient, stops: stops.toSpliced(at, 1) })}
                >
                  <Trash2 aria-hidden className="size-5" />
                </Button>
              )}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          {stops.length < mostStops && (
            <Button variant="quiet" onClick={() => set({ ...gradient, stops: [...stops, stops.at(-1)!] })}>
              <Plus aria-hidden className="size-5" /> Add a colour
            </Button>
          )}
          <Button variant="quiet" onClick={() => set(null)}>
            Follow the colours
          </Button>
        </div>
      </div>
    </details>
  )
}
