import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { SelectBox } from '#web/ui/forms/inputs.tsx'

export type Tab<Id extends string> = { id: Id; label: string; count?: number; panel: ReactNode }

type TabBarProps<Id extends string> = {
  /** The accessible name: 'Sections of the settings'. */
  label: string
  tabs: Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
}

/** Tabs; a dropdown on small screens. */
export function TabBar<Id extends string>({ label, tabs, value, onChange }: TabBarProps<Id>) {
  const base = useId()
  const chosen = tabs.find(({ id }) => id === value)
  return (
    <div className="grid gap-6">
      <SelectBox
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(tabs[target.selectedIndex]!.id)}
        className="font-semibold sm:hidden"
      >
        {tabs.map(({ id, label: words, count }) => (
          <option key={id} value={id}>
            {count === undefined ? words : `${words} (${count})`}
          </option>
        ))}
      </SelectBox>
      <div role="tablist" aria-label={label} className="flex overflow-x-auto border-line border-b-2 max-sm:hidden">
        {tabs.map((tab, at) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab === chosen}
            aria-controls={`${base}-panel`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => onChange(tab.id)}
            onKeyDown={(event) => {
              const next = tabs[tabIndexForKey(event.key, at, tabs.length) ?? -1]
              if (next) move(event, next.id)
            }}
            className="relative flex min-h-12 shrink-0 cursor-pointer items-center gap-2 px-5 font-semibold text-soft outline-offset-[-3px] after:absolute after:inset-x-0 after:bottom-0 after:h-1 hover:text-ink aria-selected:text-ink aria-selected:after:bg-ink"
          >
            {tab.label}
            {tab.count !== undefined && <span className="bg-sunken px-2 py-0.5 text-sm tabular-nums">{tab.count}</span>}
          </button>
        ))}
      </div>
      {chosen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must still be reachable by Tab
        <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${chosen.id}`} tabIndex={0}>
          {chosen.panel}
        </div>
      )}
    </div>
  )

  function move(event: KeyboardEvent, id: Id) {
    event.preventDefault()
    onChange(id)
    document.getElementById(`${base}-${id}`)?.focus()
  }
}

/** The index of the tab that a key leads to; null for other keys. */
export function tabIndexForKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
