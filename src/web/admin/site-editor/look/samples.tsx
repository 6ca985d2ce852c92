import { type CSSProperties, useState } from 'react'
import type { SiteParts } from '#domain/site-editor/document.ts'
import type { AnimationSettings, Theme } from '#domain/sites/site.ts'
import { themeVariables } from '#domain/sites/theme.ts'
import { ContrastSummary } from '#web/admin/site-editor/look/contrast-list.tsx'
import { type LookEditor, themeOfEditor, variantLabels, variantNames } from '#web/admin/site-editor/look/look-editor.ts'
import { type SamplePage, samplePages } from '#web/admin/site-editor/look/sample-pages.tsx'
import { fontStyle } from '#web/admin/site-editor/look/style-fields.tsx'

/** Pieces of the website in both themes, as they would be with what is chosen on this screen. They can only be looked at. */
export function LookSamples({ editor, identity }: Pick<SampleProps, 'editor' | 'identity'>) {
  const [page, setPage] = useState<SamplePage>('Home')
  return (
    <section aria-label="Samples" className="grid content-start gap-3 xl:sticky xl:top-4">
      <fieldset aria-label="What the samples show" className="flex flex-wrap border border-line">
        {(Object.keys(samplePages) as SamplePage[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === page}
            onClick={() => setPage(each)}
            className="min-h-11 grow cursor-pointer px-2.5 font-semibold text-sm text-soft hover:text-ink aria-pressed:bg-ink aria-pressed:text-ground"
          >
            {each}
          </button>
        ))}
      </fieldset>
      <div className="grid gap-3 sm:max-xl:grid-cols-2">
        {variantNames.map((variant) => (
          <figure key={variant} className="grid gap-1">
            <figcaption className="text-soft text-xs">{variantLabels[variant]}</figcaption>
            <Sample editor={editor} identity={identity} variant={variant} page={page} />
          </figure>
        ))}
      </div>
      <ContrastSummary editor={editor} />
    </section>
  )
}

type SampleProps = {
  editor: LookEditor
  /** As in the draft. */
  identity: SiteParts['identity']
  variant: keyof Theme
  page: SamplePage
}

function Sample({ editor, identity, variant, page }: SampleProps) {
  const { values } = editor
  const style = {
    ...themeVariables(themeOfEditor(editor), variant),
    ...fontStyle(values['style.fonts']),
    '--radius': `${values['style.radius']}px`,
    '--spacing-edge': '1.25rem',
    colorScheme: variant,
  } as CSSProperties
  const Page = samplePages[page]
  return (
    <div
      inert
      style={style}
      className="h-72 select-none overflow-hidden border border-line bg-ground font-text text-ink"
    >
      <Page identity={identity} animation={animationOf(values)} />
    </div>
  )
}

const animationOf = (values: LookEditor['values']): Pick<AnimationSettings, 'enabled' | 'duration'> => ({
  enabled: values['animation.enabled'] && values['animation.componentAnimations'],
  duration: values['animation.duration'],
})
