import { useState } from 'react'
import { contrastRatioText } from '#domain/sites/contradictions.ts'
import { type ColourPath, contrastPairs, contrastRatio, white } from '#domain/sites/contrast.ts'
import { colourAt, suggestReadableColour, withBaseColour } from '#domain/sites/palette.ts'
import { type Palette, type Shade, shades, type Theme } from '#domain/sites/site.ts'
import { HexField } from '#web/admin/site-editor/look/hex-field.tsx'
import {
  type LookEditor,
  scaleLabels,
  scaleNames,
  setColour,
  setEditorTheme,
  themeOfEditor,
  variantLabels,
  variantNames,
} from '#web/admin/site-editor/look/look-editor.ts'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { Button } from '#web/ui/forms/button.tsx'

/** Three colours, from which the shades of both themes are made. */
export function BaseColourFields({ editor }: { editor: LookEditor }) {
  const theme = themeOfEditor(editor)
  return (
    <FieldGroup title="Colours" intro="Choose three. The shades of both themes are made from them.">
      <div className="grid gap-6 sm:grid-cols-3">
        {scaleNames.map((name) => (
          <div key={name} className="grid content-start gap-2">
            <HexField
              editor={editor}
              label={scaleLabels[name].label}
              help={scaleLabels[name].use}
              value={theme.light.colours[name][600]}
              onChange={(base) => setEditorTheme(editor, withBaseColour(theme, name, base))}
            />
            <div aria-hidden className="flex h-6 overflow-hidden">
              {shades.map((shade) => (
                <span key={shade} className="grow" style={{ background: theme.light.colours[name][shade] }} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}

type Chosen = readonly [keyof Palette, Shade]

/** All shades of one theme; the chosen one is edited below them. */
export function ShadeFields({ editor }: { editor: LookEditor }) {
  const theme = themeOfEditor(editor)
  return (
    <FieldGroup
      title="Shades"
      intro="For a finer touch. White text stands on primary and accent from 600 on, dark text on secondary up to 300."
    >
      {variantNames.map((variant) => (
        <ShadeGrid key={variant} editor={editor} theme={theme} variant={variant} />
      ))}
    </FieldGroup>
  )
}

type ShadeGridProps = { editor: LookEditor; theme: Theme; variant: keyof Theme }

function ShadeGrid({ editor, theme, variant }: ShadeGridProps) {
  const [[scale, shade], choose] = useState<Chosen>(['primary', 600])
  const { colours } = theme[variant]
  const path = [variant, 'colours', scale, shade] as const
  return (
    <section data-field={`theme.${variant}`} tabIndex={-1} aria-label={variantLabels[variant]} className="grid gap-3">
      <h3 className="font-semibold">{variantLabels[variant]}</h3>
      <div className="grid gap-2">
        {scaleNames.map((name) => (
          <div key={name} className="grid gap-1 sm:grid-cols-[6rem_minmax(0,1fr)] sm:items-center">
            <p className="text-soft text-sm">{scaleLabels[name].label}</p>
            <ul className="grid grid-cols-5 gap-0.5 sm:grid-cols-10">
              {shades.map((each) => (
                <li key={each}>
                  <button
                    type="button"
                    aria-label={`${scaleLabels[name].label} ${each}, ${colours[name][each]}`}
                    aria-pressed={name === scale && each === shade}
                    onClick={() => choose([name, each])}
                    className="grid h-11 w-full cursor-pointer place-items-center font-semibold text-xs tabular-nums outline-offset-0 aria-pressed:z-1 aria-pressed:outline-3 aria-pressed:outline-ink"
                    style={{ background: colours[name][each], color: inkOn(colours[name][each]) }}
                  >
                    {each}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className="grid gap-x-6 gap-y-3 border-line border-l-4 pl-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
        <HexField
          editor={editor}
          key={path.join()}
          label={`${scaleLabels[scale].label} ${shade}`}
          value={colourAt(theme, path)}
          onChange={(colour) => setColour(editor, path, colour)}
        />
        <ShadeUses editor={editor} theme={theme} path={path} />
      </div>
    </section>
  )
}

const inkOn = (colour: `#${string}`) =>
  contrastRatio(colour, white) >= contrastRatio(colour, '#000000') ? white : '#000000'

type ShadeUsesProps = { editor: LookEditor; theme: Theme; path: ColourPath }

/** What the shade is used for, and whether that can be read. */
function ShadeUses({ editor, theme, path }: ShadeUsesProps) {
  const key = path.join()
  const pairs = contrastPairs(theme).filter(
    ({ text, background }) => text.path?.join() === key || background.path?.join() === key,
  )
  const isFailing = pairs.some(({ ratio, needed, changes }) => ratio < needed && changes.join() === key)
  const suggestion = isFailing ? suggestReadableColour(theme, path) : null
  if (pairs.length === 0) return <p className="self-end pb-2.5 text-soft text-sm">No text depends on this shade.</p>
  const lowest = Math.min(...pairs.map(({ ratio, needed }) => ratio - needed))
  const worst = pairs.find(({ ratio, needed }) => ratio - needed === lowest)!
  return (
    <div className="grid content-start gap-2 text-sm">
      <p>
        <span className="text-soft">Used for</span> {[...new Set(pairs.map(({ use }) => use))].join(', ')}.
      </p>
      <p className={worst.ratio < worst.needed ? 'font-semibold text-error-ink' : ''}>
        Lowest contrast: {contrastRatioText(worst.ratio)}:1, needed {worst.needed}:1.{' '}
        {worst.ratio < worst.needed ? 'Too little.' : 'Passes.'}
      </p>
      {suggestion && (
        <div>
          <Button variant="quiet" onClick={() => setColour(editor, path, suggestion)}>
            <Swatch colour={suggestion} /> Use {suggestion}
          </Button>
        </div>
      )}
    </div>
  )
}

export const Swatch = ({ colour }: { colour: string }) => (
  <span aria-hidden className="size-5 shrink-0 border border-field" style={{ background: colour }} />
)
