import type { ReactNode } from 'react'

/** One bar, relative to the longest. Hidden from screen readers, which read the number beside it. */
export const ChartBar = ({ value, max, tone = 'fill-field' }: { value: number; max: number; tone?: string }) => (
  <svg aria-hidden="true" className="block h-2.5 w-full bg-sunken">
    <rect width={`${max > 0 ? (100 * value) / max : 0}%`} height="100%" className={tone} />
  </svg>
)

export type BarListItem = { id: string; label: ReactNode; value: number; words: string; more?: ReactNode }

/** A list of labels, numbers and bars. */
export function BarList({ lines, tone }: { lines: readonly BarListItem[]; tone?: string }) {
  const max = Math.max(0, ...lines.map(({ value }) => value))
  return (
    <ul className="grid gap-3 border-line border-y bg-raised px-4 py-4">
      {lines.map(({ id, label, value, words, more }) => (
        <li key={id} className="grid gap-1.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="wrap-anywhere min-w-0 font-medium">{label}</span>
            <span className="tabular-nums">
              {words} {more && <span className="text-soft text-sm">{more}</span>}
            </span>
          </p>
          <ChartBar value={value} max={max} {...(tone && { tone })} />
        </li>
      ))}
    </ul>
  )
}

export type ChartColumn = { day: string; name: string; parts: { value: number; tone: string }[]; words: string }

/** A stacked column per day. Screen readers get the summary; the table below has every number. */
export function DailyColumnChart({
  label,
  columns,
  tall = false,
}: {
  label: string
  columns: ChartColumn[]
  tall?: boolean
}) {
  const max = Math.max(1, ...columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)))
  const wide = 100 / columns.length
  return (
    <svg role="img" aria-label={label} className={`block w-full border-line border-b ${tall ? 'h-40' : 'h-16'}`}>
      {columns.map(({ day, name, parts, words }, at) => (
        <g key={day}>
          <title>{`${name}: ${words}`}</title>
          {/* Full height, so that the tooltip works above short columns too. */}
          <rect
            x={`${wide * at}%`}
            y="0"
            width={`${wide}%`}
            height="100%"
            className="fill-transparent hover:fill-sunken"
          />
          {stackParts(parts, max).map(({ tone, from, height }) => (
            <rect
              key={tone}
              x={`${wide * (at + 0.1)}%`}
              y={`${100 - from - height}%`}
              width={`${wide * 0.8}%`}
              height={`${height}%`}
              className={`pointer-events-none ${tone}`}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}

function stackParts(parts: ChartColumn['parts'], max: number) {
  let from = 0
  return parts.map(({ value, tone }) => {
    const part = { tone, from, height: (100 * value) / max }
    from += part.height
    return part
  })
}

/** Two columns; a part with an open table takes the full width. */
export const twoColumnClass = 'grid gap-x-10 gap-y-8 *:min-w-0 xl:grid-cols-2 xl:*:has-[details[open]]:col-span-2'

type FigureProps = { name: string; value: string; about: ReactNode }

export const KeyFigureList = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-px border-line border-y bg-line sm:grid-cols-2 xl:grid-cols-4">{children}</dl>
)

export const KeyFigure = ({ name, value, about }: FigureProps) => (
  <div className="bg-raised px-4 py-3">
    <dt className="text-soft text-sm">{name}</dt>
    <dd className="poster-type mt-1 text-4xl leading-none tabular-nums">{value}</dd>
    <dd className="mt-2 text-soft text-sm">{about}</dd>
  </div>
)
