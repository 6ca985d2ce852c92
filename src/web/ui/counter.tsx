import { type CounterTone, counterTone } from '#domain/contact/form.ts'

export type Count = { used: number; limit: number }

const tones: Record<CounterTone, { ink: string; words: string }> = {
  plain: { ink: 'text-soft', words: '' },
  yellow: { ink: 'bg-highlight/25 px-1.5 text-warning-ink', words: 'Three quarters of the space are used.' },
  red: { ink: 'bg-error px-1.5 text-on-status', words: 'Nearly all of the space is used.' },
}

/** Says aloud when the colour changes, not at every letter. */
export function Counter({ id, used, limit }: Count & { id: string }) {
  const tone = counterTone(used, limit)
  return (
    <span className="ml-auto shrink-0 text-sm tabular-nums">
      <span id={id} data-tone={tone} className={tones[tone].ink}>
        {used} / {limit}
      </span>
      <span aria-live="polite" className="sr-only">
        {tones[tone].words}
      </span>
    </span>
  )
}
