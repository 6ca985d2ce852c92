import { useEffect } from 'react'
import { type FontPair, type FontPairName, fontPairNames, fontPairs, fontVariables } from '#domain/sites/fonts.ts'
import { themePresets } from '#domain/sites/presets.ts'
import { maxCornerRadius } from '#domain/sites/schema.ts'
import { easings, pageTransitions } from '#domain/sites/site.ts'
import { type LookEditor, scaleNames, setEditorTheme, themeOfEditor } from '#web/admin/site-editor/look/look-editor.ts'
import { isSameJson } from '#web/admin/ui/editor/editor-state.ts'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { fontFileAt } from '#web/font-files.ts'
import { Checkbox, SelectField } from '#web/ui/forms/inputs.tsx'

/** All fonts of all pairs, which the browser loads as soon as a sample shows them. */
export function useAllFonts(): void {
  useEffect(() => {
    const faces = fontPairNames.flatMap((name) => {
      const { display, text } = fontPairs[name]
      return [display, text].map(
        ({ family, file, weights, scale }) =>
          new FontFace(family, `url(${fontFileAt(file, 'latin')}) format("woff2")`, {
            weight: weights,
            ...(scale !== 1 && { sizeAdjust: `${scale * 100}%` }),
          } as FontFaceDescriptors),
      )
    })
    for (const each of faces) document.fonts.add(each)
    return () => {
      for (const each of faces) document.fonts.delete(each)
    }
  }, [])
}

const chosenCard =
  'relative grid cursor-pointer content-start border-2 border-line bg-raised text-left transition-colors hover:border-field aria-pressed:border-ink'

/** The custom properties that set a sample in these fonts, wherever it stands. */
export function fontStyle(name: FontPairName): Record<string, string> {
  const variables = fontVariables(name)
  return { ...variables, '--font-display': variables['--site-display']!, '--font-text': variables['--site-text']! }
}

export function PresetPicker({ editor }: { editor: LookEditor }) {
  const theme = themeOfEditor(editor)
  const { 'style.fonts': fonts, 'style.radius': radius } = editor.values
  return (
    <FieldGroup title="Presets" intro="A look to begin with. Everything in it can be changed afterwards.">
      <div className="grid gap-3 sm:grid-cols-2 2xl:grid-cols-3">
        {themePresets.map((preset) => {
          const isChosen = isSameJson(preset.theme, theme) && isSameJson(preset.style, { fonts, radius })
          const { light } = preset.theme
          return (
            <button
              key={preset.name}
              type="button"
              aria-pressed={isChosen}
              className={chosenCard}
              onClick={() => {
                setEditorTheme(editor, preset.theme)
                editor.set('style.fonts', preset.style.fonts)
                editor.set('style.radius', preset.style.radius)
              }}
            >
              <span
                aria-hidden
                className="flex h-24 items-end justify-between gap-3 overflow-hidden p-3"
                style={{ ...fontStyle(preset.style.fonts), background: light.colours.secondary[50] }}
              >
                <span className="poster-type text-4xl leading-none" style={{ color: light.colours.secondary[900] }}>
                  Aa
                </span>
                <span className="flex">
                  {scaleNames.map((name) => (
                    <span
                      key={name}
                      className="size-9"
                      style={{ background: light.colours[name][600], borderRadius: preset.style.radius / 2 }}
                    />
                  ))}
                </span>
              </span>
              <span className="grid gap-0.5 border-line border-t px-3 py-2">
                <span className="font-semibold">{preset.label}</span>
                <span className="text-soft text-sm">{preset.mood}</span>
              </span>
            </button>
          )
        })}
      </div>
    </FieldGroup>
  )
}

export function FontPairField({ editor }: { editor: LookEditor }) {
  const chosen = editor.values['style.fonts']
  return (
    <FieldGroup title="Fonts" intro="One for headings, one for texts. Visitors load only the pair that you choose.">
      <div data-field="style.fonts" tabIndex={-1} className="grid gap-3 sm:grid-cols-2">
        {fontPairNames.map((name) => {
          const { label, mood, display, text } = fontPairs[name] as FontPair
          return (
            <button
              key={name}
              type="button"
              aria-pressed={name === chosen}
              className={`${chosenCard} gap-2 overflow-hidden p-4`}
              style={fontStyle(name)}
              onClick={() => editor.set('style.fonts', name)}
            >
              <span className="poster-type wrap-anywhere text-4xl leading-none">Low Water Tour</span>
              <span className="font-text">Twelve songs, nineteen towns and one very patient van.</span>
              <span className="text-soft text-sm" style={{ fontFamily: 'var(--admin-text)' }}>
                {label}: {mood.toLowerCase()} · {display.family} with {text.family}
              </span>
            </button>
          )
        })}
      </div>
    </FieldGroup>
  )
}

export function RadiusField({ editor }: { editor: LookEditor }) {
  const radius = editor.values['style.radius']
  return (
    <FieldGroup title="Corners" intro="Of buttons, fields, pictures and labels.">
      <label className="flex min-h-11 items-center gap-4">
        <span className="w-28 shrink-0 font-semibold tabular-nums">{radius === 0 ? 'Square' : `${radius} pixels`}</span>
        <input
          type="range"
          min={0}
          max={maxCornerRadius}
          value={radius}
          data-field="style.radius"
          aria-label="Corner radius in pixels"
          onChange={({ target }) => editor.set('style.radius', Number(target.value))}
          className="min-w-0 grow accent-ink"
        />
      </label>
    </FieldGroup>
  )
}

const transitionWords: Record<(typeof pageTransitions)[number], string> = {
  fade: 'Fade',
  slide: 'Slide to the side',
  slideUp: 'Slide up',
  scale: 'Come nearer',
  flip: 'Turn over',
}

const easingWords: Record<(typeof easings)[number], string> = {
  linear: 'Even',
  easeIn: 'Slow at first',
  easeOut: 'Slow at the end',
  easeInOut: 'Slow at both ends',
}

/** A visitor whose system asks for reduced motion sees none of these. */
export function AnimationFields({ editor }: { editor: LookEditor }) {
  const { values, set, box } = editor
  const moves = values['animation.enabled']
  return (
    <FieldGroup
      title="Movement"
      intro="Visitors whose device asks for less movement get none, whatever you choose here."
    >
      <Checkbox {...box('animation.enabled')} />
      <fieldset disabled={!moves} className="grid gap-5 disabled:opacity-60">
        <legend className="sr-only">Kinds of movement</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          <Checkbox {...box('animation.pageTransitions')} />
          <Checkbox {...box('animation.componentAnimations')} />
          <Checkbox {...box('animation.reducedMotion')} />
        </div>
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="How pages change"
            data-field="animation.defaultPageTransition"
            value={values['animation.defaultPageTransition']}
            onChange={({ target }) =>
              set('animation.defaultPageTransition', target.value as (typeof pageTransitions)[number])
            }
          >
            {pageTransitions.map((name) => (
              <option key={name} value={name}>
                {transitionWords[name]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Pace"
            data-field="animation.easing"
            value={values['animation.easing']}
            onChange={({ target }) => set('animation.easing', target.value as (typeof easings)[number])}
          >
            {easings.map((name) => (
              <option key={name} value={name}>
                {easingWords[name]}
              </option>
            ))}
          </SelectField>
        </div>
        <label className="flex min-h-11 items-center gap-4">
          <span className="w-28 shrink-0 font-semibold tabular-nums">{values['animation.duration']} seconds</span>
          <input
            type="range"
            min={0}
            max={2}
            step={0.05}
            value={values['animation.duration']}
            data-field="animation.duration"
            aria-label="Duration in seconds"
            onChange={({ target }) => set('animation.duration', Number(target.value))}
            className="min-w-0 grow accent-ink"
          />
        </label>
      </fieldset>
    </FieldGroup>
  )
}
