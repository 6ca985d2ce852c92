import { CircleAlert, CircleCheck } from 'lucide-react'
import { contrastRatioText } from '#domain/sites/contradictions.ts'
import { type ContrastPair, contrastPairs } from '#domain/sites/contrast.ts'
import { suggestReadableColour, withReadableColours } from '#domain/sites/palette.ts'
import { Swatch } from '#web/admin/site-editor/look/colours-field.tsx'
import {
  type LookEditor,
  setColour,
  setEditorTheme,
  themeOfEditor,
  variantLabels,
  variantNames,
} from '#web/admin/site-editor/look/look-editor.ts'
import { FieldGroup } from '#web/admin/ui/editor/field-group.tsx'
import { Button } from '#web/ui/forms/button.tsx'

const isReadable = ({ ratio, needed }: ContrastPair) => ratio >= needed
const keyOf = ({ variant, text, background, use }: ContrastPair) => [variant, text.name, background.name, use].join()

/** How many texts cannot be read yet, in a sentence that leads to them. */
export function ContrastSummary({ editor }: { editor: LookEditor }) {
  const pairs = contrastPairs(themeOfEditor(editor))
  const failing = pairs.filter((pair) => !isReadable(pair)).length
  return (
    <p role="status" className="flex items-start gap-2 text-sm">
      {failing === 0 ? (
        <>
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success-ink" />
          <span>All {pairs.length} texts and edges can be read in both themes.</span>
        </>
      ) : (
        <>
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-error-ink" />
          <span>
            {failing} of {pairs.length} texts and edges are too hard to read, so this look cannot be published yet.{' '}
            <a href="#contrast" className="inline-block font-semibold underline underline-offset-4 max-sm:py-3">
              See which
            </a>
          </span>
        </>
      )}
    </p>
  )
}

export function ContrastList({ editor }: { editor: LookEditor }) {
  const theme = themeOfEditor(editor)
  const pairs = contrastPairs(theme)
  const failing = pairs.filter((pair) => !isReadable(pair))
  return (
    <div id="contrast" className="scroll-mt-24">
      <FieldGroup
        title="Contrast"
        intro="Texts need 4.5:1 against what they stand on; the edges of fields and buttons need 3:1."
      >
        {failing.length > 0 ? (
          <>
            <div>
              <Button variant="quiet" onClick={() => setEditorTheme(editor, withReadableColours(theme))}>
                Take all suggestions
              </Button>
            </div>
            <ul className="grid border-line border-b">
              {failing.map((pair) => (
                <FailingPair key={keyOf(pair)} editor={editor} pair={pair} />
              ))}
            </ul>
          </>
        ) : (
          <p>Everything can be read.</p>
        )}
        <details className="group border border-line">
          <summary className="flex min-h-11 cursor-pointer items-center px-3 font-medium">
            All {pairs.length} texts and edges
          </summary>
          <div className="grid gap-x-8 border-line border-t p-3 lg:grid-cols-2">
            {variantNames.map((variant) => (
              <section key={variant} aria-label={`Contrast in the ${variantLabels[variant].toLowerCase()}`}>
                <h3 className="py-2 font-semibold">{variantLabels[variant]}</h3>
                <ul>
                  {pairs
                    .filter((pair) => pair.variant === variant)
                    .map((pair) => (
                      <li key={keyOf(pair)} className="flex items-center gap-3 border-line border-t py-1.5 text-sm">
                        <ColourSample pair={pair} />
                        <PairWords pair={pair} />
                        <ContrastVerdict pair={pair} />
                      </li>
                    ))}
                </ul>
              </section>
            ))}
          </div>
        </details>
      </FieldGroup>
    </div>
  )
}

/** A drawing and not text, because its contrast may be too low on purpose. */
const ColourSample = ({ pair: { text, background } }: { pair: ContrastPair }) => (
  <svg
    aria-hidden
    viewBox="0 0 48 36"
    className="h-9 w-12 shrink-0 border border-line"
    style={{ background: background.colour }}
  >
    <text x="24" y="24" textAnchor="middle" fontSize="16" fontWeight="600" fill={text.colour}>
      Aa
    </text>
  </svg>
)

const PairWords = ({ pair: { text, background, use } }: { pair: ContrastPair }) => (
  <span className="min-w-0 grow">
    <span className="block first-letter:uppercase">{use}</span>
    <span className="block text-soft">
      {text.name} on {background.name}
    </span>
  </span>
)

const ContrastVerdict = ({ pair }: { pair: ContrastPair }) => (
  <span className={`shrink-0 text-right tabular-nums ${isReadable(pair) ? '' : 'font-semibold text-error-ink'}`}>
    {contrastRatioText(pair.ratio)}:1
    <span className="block">{isReadable(pair) ? 'passes' : `fails, needs ${pair.needed}`}</span>
  </span>
)

function FailingPair({ editor, pair }: { editor: LookEditor; pair: ContrastPair }) {
  const suggestion = suggestReadableColour(themeOfEditor(editor), pair.changes)
  const changed = pair.background.path?.join() === pair.changes.join() ? pair.background : pair.text
  return (
    <li className="flex flex-wrap items-center gap-3 border-line border-t py-3">
      <ColourSample pair={pair} />
      <span className="min-w-40 grow basis-0">
        <span className="text-soft text-sm">{variantLabels[pair.variant]}</span>
        <PairWords pair={pair} />
      </span>
      <ContrastVerdict pair={pair} />
      {suggestion ? (
        <Button
          variant="quiet"
          className="max-sm:w-full"
          aria-label={`Use ${suggestion} for ${changed.name} in the ${variantLabels[pair.variant].toLowerCase()}`}
          onClick={() => setColour(editor, pair.changes, suggestion)}
        >
          <Swatch colour={suggestion} /> Use {suggestion}
        </Button>
      ) : (
        <p className="text-soft text-sm">No shade of this colour will do while the others stay.</p>
      )}
    </li>
  )
}
