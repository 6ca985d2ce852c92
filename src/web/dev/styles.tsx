import { Columns, Example, ExampleSection } from '#web/dev/example.tsx'

const grounds = [
  ['ground', 'bg-ground text-ink'],
  ['raised', 'bg-raised text-ink'],
  ['sunken', 'bg-sunken text-ink'],
  ['night', 'bg-night text-on-night'],
  ['action', 'bg-action text-on-action'],
  ['action-strong', 'bg-action-strong text-on-action'],
  ['success', 'bg-success text-on-status'],
  ['error', 'bg-error text-on-status'],
  ['info', 'bg-info text-on-status'],
] as const

const gradients = [
  ['layout', 'bg-(image:--gradient-layout) text-ink'],
  ['components', 'bg-(image:--gradient-components) text-on-gradient'],
  ['features', 'bg-(image:--gradient-features) text-on-gradient'],
  ['tags', 'bg-(image:--gradient-tags) text-on-gradient'],
] as const

const inks = [
  ['ink', 'text-ink'],
  ['soft', 'text-soft'],
  ['link', 'text-link'],
  ['highlight-ink', 'text-highlight-ink'],
  ['success-ink', 'text-success-ink'],
  ['warning-ink', 'text-warning-ink'],
  ['error-ink', 'text-error-ink'],
] as const

const sizes = [
  ['title', 'text-title'],
  ['heading', 'text-heading'],
  ['city', 'text-city'],
] as const

export function StyleExamples() {
  return (
    <>
      <ExampleSection
        id="colour"
        title="Colour"
        note="What things are for. The site's own colours are underneath, in both themes."
      >
        <Example name="Grounds" bare>
          <ul className="grid grid-cols-2 sm:grid-cols-3">
            {grounds.map(([name, className]) => (
              <li key={name} className={`flex min-h-28 items-end p-4 font-semibold ${className}`}>
                {name}
              </li>
            ))}
          </ul>
        </Example>
        <Example name="Gradients" bare>
          <ul className="grid grid-cols-2 sm:grid-cols-4">
            {gradients.map(([name, className]) => (
              <li key={name} className={`flex min-h-28 items-end p-4 font-semibold ${className}`}>
                {name}
              </li>
            ))}
          </ul>
        </Example>
        <Example name="Inks">
          <ul className="flex flex-wrap gap-x-10 gap-y-4">
            {inks.map(([name, className]) => (
              <li key={name} className={`poster-type text-4xl leading-none ${className}`}>
                {name}
              </li>
            ))}
          </ul>
        </Example>
      </ExampleSection>
      <ExampleSection id="type" title="Type" note="One face to be seen from across the street, one to be read.">
        <Example name="Display sizes" bare>
          <ul className="overflow-hidden">
            {sizes.map(([name, className]) => (
              <li key={name} className={`poster-type border-line border-b p-5 last:border-0 ${className}`}>
                {name}
              </li>
            ))}
          </ul>
        </Example>
        <Columns>
          <Example name="Lede">
            <p className="text-lede">Doors at seven, the first song at eight, the last train at half past eleven.</p>
          </Example>
          <Example name="Text">
            <p>
              Doors at seven, the first song at eight, the last train at half past eleven.{' '}
              <a href="#type" className="text-link underline">
                Where the train leaves
              </a>{' '}
              <span className="text-soft">and a softer word.</span>
            </p>
          </Example>
        </Columns>
      </ExampleSection>
    </>
  )
}
