import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminSettings, SettingsHistoryChange, SettingsHistoryCursor } from '#api/admin/settings.ts'
import { changedFieldLabel } from '#domain/activity/words.ts'
import { formatMoney } from '#domain/money.ts'
import { vatRateText } from '#domain/orders/amounts.ts'
import type { SettingsGroup } from '#domain/sites/settings.ts'
import { countryName } from '#domain/tour/country.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { settingsHistoryQuery, settingsQuery } from '#web/admin/settings/settings-query.ts'
import { useRefreshSettings } from '#web/admin/settings/site-settings/use-settings-editor.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const maxFieldsShown = 6

type SettingsHistoryProps = {
  groups: readonly SettingsGroup[]
  /** Unsaved changes would be lost by a restore. */
  isDirty: boolean
  onRestored: () => void
}

/** Who changed these settings, when and how, and the way back. */
export function SettingsHistory({ groups, isDirty, onRestored }: SettingsHistoryProps) {
  const restore = useRestore(onRestored)
  return (
    <ScreenSection
      title="Earlier settings"
      intro="Every change is kept. Restoring one is a change too, so nothing is lost."
    >
      {isDirty && <p className="text-soft text-sm">Save your changes first; then you can restore earlier ones.</p>}
      <div>
        <ChangesAfter
          groups={groups}
          after={null}
          isLocked={isDirty || restore.isPending}
          onRestore={(change) => restore.mutate(change)}
        />
      </div>
    </ScreenSection>
  )
}

type ChangesAfterProps = {
  groups: readonly SettingsGroup[]
  after: SettingsHistoryCursor | null
  isLocked: boolean
  onRestore: (change: SettingsHistoryChange) => void
}

/** A page of the changes, and the way to the page after it. */
function ChangesAfter({ groups, after, ...row }: ChangesAfterProps) {
  const { api } = useRouter().options.context
  const [opened, setOpened] = useState<SettingsHistoryCursor | null>(null)
  return (
    <QueryBoundary query={settingsHistoryQuery(api, groups, after)}>
      {({ changes, next }) => (
        <>
          {after === null && changes.length === 0 && (
            <p className="text-soft">Nothing was changed yet. Everything is as it was set up.</p>
          )}
          <ol className="border-line not-empty:border-t">
            {changes.map((change) => (
              <ChangeRow
                key={`${change.number} ${change.group}`}
                change={change}
                isLocked={row.isLocked}
                onRestore={() => row.onRestore(change)}
              />
            ))}
          </ol>
          {next !== null &&
            (opened === next ? (
              <ChangesAfter groups={groups} after={next} {...row} />
            ) : (
              <Button variant="quiet" onClick={() => setOpened(next)}>
                Show earlier changes
              </Button>
            ))}
        </>
      )}
    </QueryBoundary>
  )
}

type ChangeRowProps = { change: SettingsHistoryChange; isLocked: boolean; onRestore: () => void }

function ChangeRow({ change, isLocked, onRestore }: ChangeRowProps) {
  const { group, at, by, isCurrent, isAsInStarter, restores, changes } = change
  const name = changedFieldLabel(group)
  const more = changes.length - maxFieldsShown
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-line border-b py-3">
      <div className="min-w-0 grow basis-80">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{name}</span>
          {isCurrent && <Badge tone="good">Now</Badge>}
          {isAsInStarter && <Badge>Default</Badge>}
          {restores !== null && <Badge>Restored</Badge>}
        </p>
        <p className="text-soft text-sm">
          <LocalTimestamp at={at} /> {by && `by ${by}`}
        </p>
        <ul className="wrap-anywhere mt-1 text-sm">
          {changes.slice(0, maxFieldsShown).map((difference) => (
            <Difference key={difference.path.join('.')} group={group} {...difference} />
          ))}
          {more > 0 && <li className="text-soft">and {more} more</li>}
        </ul>
      </div>
      {!isCurrent && (
        <Button variant="quiet" disabled={isLocked} onClick={onRestore} aria-label={`Restore ${name} of this change`}>
          Restore
        </Button>
      )}
    </li>
  )
}

type DifferenceProps = SettingsHistoryChange['changes'][number] & { group: SettingsGroup }

function Difference({ group, path, before, after }: DifferenceProps) {
  const words = useValueText()
  const name = group === 'delivery' ? deliveryPathLabel(path) : pathLabel(path)
  return (
    <li>
      {name && `${name}: `}
      <span className="text-soft line-through">{words(path, before)}</span> → {words(path, after)}
    </li>
  )
}

type DifferencePath = DifferenceProps['path']

const pathLabel = (path: DifferencePath): string =>
  path
    .filter((part) => typeof part === 'string')
    .map((part) => (/^[A-Z]{2}$/.test(part) ? countryName(part, 'en') : changedFieldLabel(part)))
    .join(', ')

/** `Royal Mail Tracked 48, price 1`: the method by its name, its prices by their place. */
function deliveryPathLabel([method, field, at, ...inside]: DifferencePath): string {
  if (typeof method !== 'string') return pathLabel([method ?? '', field ?? '', at ?? '', ...inside])
  if (field !== 'tiers' || typeof at !== 'number') return [method, pathLabel([field ?? ''])].filter(Boolean).join(', ')
  return [method, `price ${at + 1}`, ...(inside[0] === 'fromSubtotal' ? ['for goods from'] : [])].join(', ')
}

/** A stored value in words: amounts of money, rates, switches. */
function useValueText() {
  const { locale, currency } = useWebsite()
  return (path: (string | number)[], value: string | null): string => {
    const field = path.at(-1)
    if (value === null) return '(nothing)'
    if (value === 'true') return 'on'
    if (value === 'false') return 'off'
    const number = Number(value)
    if ((field === 'price' || field === 'fromSubtotal') && Number.isSafeInteger(number))
      return formatMoney(number, { locale, currency })
    if (path.includes('rates') && Number.isSafeInteger(number)) return vatRateText(number)
    return value.length > 160 ? `${value.slice(0, 160)}…` : value
  }
}

function useRestore(onRestored: () => void) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const confirmed = useConfirmedRequest()
  const refresh = useRefreshSettings()
  return useAction({
    run: async ({ number, group }: SettingsHistoryChange) => {
      const { sequence }: AdminSettings = await queryClient.fetchQuery(settingsQuery(api))
      const question = {
        title: `Restore ${changedFieldLabel(group)}?`,
        text: <p>Everything there becomes again what it was after this change. Visitors see it at once.</p>,
        confirmLabel: 'Restore',
      }
      return confirmed(question, (headers) =>
        unwrapResponse(
          api.api.admin.settings.history[':number'][':group'].restore.$post(
            { param: { number: String(number), group }, json: { sequence } },
            { headers },
          ),
        ),
      )
    },
    successMessage: (restored) => (restored ? 'Restored. Visitors see it now.' : null),
    invalidates: [settingsQuery(api).queryKey],
    onDone: (restored) => {
      if (restored) void refresh().then(onRestored)
    },
  })
}
