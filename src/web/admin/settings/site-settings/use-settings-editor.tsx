import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { AdminSettings } from '#api/admin/settings.ts'
import { changePathLabel } from '#domain/site-editor/words.ts'
import {
  effectiveSettings,
  needsSettingsConfirmation,
  SettingsDraft,
  type SettingsGroup,
  type SiteSettings,
  settingsGroups,
} from '#domain/sites/settings.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { settingsHistoryKey, settingsQuery } from '#web/admin/settings/settings-query.ts'
import { useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { useSiteRefresh } from '#web/admin/ui/use-site-refresh.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'

type Options<V extends Partial<Record<SettingsGroup, unknown>>> = {
  settings: AdminSettings
  labels: Record<keyof V & string, string>
  /** The values of the form, by group; null means: as in the starter. */
  valuesOf: (settings: AdminSettings) => V
  draftOf: (values: V) => unknown
}

/** A form for groups of settings, in effect as soon as they are saved. */
export function useSettingsEditor<V extends Partial<Record<SettingsGroup, unknown>>>(options: Options<V>) {
  const { settings, labels, valuesOf, draftOf } = options
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const confirmed = useConfirmedRequest()
  const refresh = useRefreshSettings()
  const stored = useRef(settings)
  const opened = (answer: AdminSettings): VersionedValues<V> => {
    stored.current = answer
    return { values: valuesOf(answer), version: answer.sequence }
  }
  return useEditor<V, SettingsDraft>({
    initial: { values: valuesOf(settings), version: settings.sequence },
    schema: SettingsDraft,
    draft: draftOf,
    labels,
    save: async (draft, version) => {
      const put = (headers = {}) =>
        unwrapResponse(api.api.admin.settings.$put({ json: { ...draft, sequence: Number(version) } }, { headers }))
      const { starter } = stored.current
      const before = effectiveSettings(stored.current, starter)
      const after = effectiveSettings({ ...ownOf(stored.current), ...draft } as SiteSettings, starter)
      if (!needsSettingsConfirmation(before, after)) return opened(await put())
      const saved = await confirmed(questionOf(before, after), put)
      if (!saved) throw new ApiError(403, { error: notSaved, reason: 'confirmation-required' })
      return opened(saved)
    },
    wordsOf: (name, path) => `${labels[name]}, ${changePathLabel('settings', path)}`,
    fetchNewest: async () => opened(await queryClient.fetchQuery(settingsQuery(api))),
    onSaved: () => {
      toast.success('Saved. Visitors see it now.')
      void refresh()
    },
  })
}

/** The sidebar, the pages and the history show the new settings. */
export function useRefreshSettings() {
  const queryClient = useQueryClient()
  const refreshSite = useSiteRefresh()
  return async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: settingsHistoryKey }), refreshSite()])
  }
}

const ownOf = (settings: AdminSettings): SiteSettings =>
  Object.fromEntries(settingsGroups.map((group) => [group, settings[group]])) as SiteSettings

const notSaved = 'Nothing was saved. Please confirm this change with your password.'

/** What the administrator confirms, in words. */
function questionOf(before: SiteSettings, after: SiteSettings) {
  const isNew = (pick: (settings: SiteSettings) => unknown) =>
    JSON.stringify(pick(before)) !== JSON.stringify(pick(after))
  const email = isNew(({ contactEmail }) => contactEmail)
  const shop = after.features?.shop
  const sentences = [
    email &&
      (after.contactEmail
        ? `From now on messages from the contact page go to ${after.contactEmail}.`
        : 'From now on visitors cannot send you messages.'),
    isNew(({ features }) => features?.shop) &&
      (shop?.enabled
        ? `The shop is on, ${shop.type === 'stripe' ? 'and takes card payments' : 'without payments: visitors write to you'}.`
        : 'The shop is off. Nobody can order any more; orders that are already being paid still arrive.'),
    isNew(({ region }) => region?.currency) &&
      `All prices are in ${after.region?.currency}. Their numbers stay as they are.`,
    isNew(({ mailingList }) => mailingList) && 'The mailing list changes as you entered it.',
    isNew(({ passwords }) => passwords) && 'The rules for new passwords change as you entered them.',
  ].filter((sentence) => typeof sentence === 'string')
  return {
    title: email && sentences.length === 1 ? 'Change the contact address?' : 'Change these settings?',
    text: (
      <>
        {sentences.map((sentence) => (
          <p key={sentence} className="break-words">
            {sentence}
          </p>
        ))}
      </>
    ),
    confirmLabel: 'Change it',
  }
}
