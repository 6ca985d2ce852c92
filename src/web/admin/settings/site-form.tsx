import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { EditedSettings } from '#api/admin/settings.ts'
import { SettingsDraft } from '#domain/sites/settings.ts'
import { useConfirmed } from '#web/admin/accounts/use-confirmed.tsx'
import { settingsQuery } from '#web/admin/settings/settings-query.ts'
import { SocialFields, type SocialRow } from '#web/admin/settings/social-fields.tsx'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { LeaveGuard } from '#web/admin/ui/editor/leave-guard.tsx'
import { useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { Loaded } from '#web/admin/ui/loaded.tsx'
import { Part } from '#web/admin/ui/screen.tsx'
import { ApiError, answerOf } from '#web/answer.ts'
import { siteQuery } from '#web/site-query.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'

/** An empty address, or null as the list, means the value in the site's file. */
type Values = { contactEmail: string; social: SocialRow[] | null }

const labels = { contactEmail: 'Contact address', social: 'Social links' }

const openedFrom = ({ contactEmail, social, sequence }: EditedSettings): VersionedValues<Values> => ({
  values: { contactEmail: contactEmail ?? '', social },
  version: sequence,
})

/** The settings with which the owner overrides the site's file. */
export function SiteForm() {
  const { api } = useRouter().options.context
  return (
    <Part
      title="Contact and social links"
      intro="What you enter here replaces the values in the site’s file. Visitors see it at once."
    >
      <Loaded query={settingsQuery(api)}>{(settings) => <Form settings={settings} />}</Loaded>
    </Part>
  )
}

function Form({ settings }: { settings: EditedSettings }) {
  const router = useRouter()
  const { api } = router.options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const confirmed = useConfirmed()
  const savedEmail = useRef(settings.contactEmail)
  const { file } = settings
  const editor = useEditor<Values, SettingsDraft>({
    initial: openedFrom(settings),
    schema: SettingsDraft,
    draft: (values) => values,
    labels,
    save: async (draft, version) => {
      const put = (headers = {}) =>
        answerOf(api.api.admin.settings.$put({ json: { ...draft, sequence: Number(version) } }, { headers }))
      if (draft.contactEmail === savedEmail.current) return openedFrom(await put())
      const saved = await confirmed(emailQuestion(draft.contactEmail ?? file.contactEmail), put)
      if (!saved) throw new ApiError(403, { error: notSaved, reason: 'confirmation-required' })
      savedEmail.current = saved.contactEmail
      return openedFrom(saved)
    },
    fetchNewest: async () => {
      const newest = await queryClient.fetchQuery(settingsQuery(api))
      savedEmail.current = newest.contactEmail
      return openedFrom(newest)
    },
    onSaved: () => {
      toast.success('Saved. Visitors see it now.')
      void queryClient.invalidateQueries({ queryKey: siteQuery(api).queryKey }).then(() => router.invalidate())
    },
  })
  const { values, set, problems } = editor
  return (
    <Editor editor={editor} back="/admin/dashboard">
      <div className="grid gap-8">
        <div className="grid justify-items-start gap-3">
          <div className="w-full max-w-lg">
            <TextField
              {...editor.field('contactEmail')}
              type="email"
              autoComplete="off"
              placeholder={file.contactEmail ?? ''}
              help={
                file.contactEmail
                  ? `Where messages from the contact page go. If empty, it is ${file.contactEmail}.`
                  : 'Where messages from the contact page go. Without an address, visitors cannot send you messages.'
              }
            />
          </div>
          <BackToDefault
            of="the contact address"
            isDefault={values.contactEmail === ''}
            onReset={() => set('contactEmail', '')}
          />
        </div>
        <div className="grid justify-items-start gap-3">
          <SocialFields
            rows={values.social}
            inFile={file.social}
            problem={problems.social ?? null}
            onChange={(rows) => set('social', rows)}
          />
          <BackToDefault of="the social links" isDefault={values.social === null} onReset={() => set('social', null)} />
        </div>
      </div>
      <LeaveGuard isUnsaved={editor.isDirtyNow} removesForm={anotherTab} />
    </Editor>
  )
}

const notSaved = 'Nothing was saved. To change the contact address, please confirm with your password.'

const emailQuestion = (email: string | null) => ({
  title: 'Change the contact address?',
  text: (
    <p className="break-words">
      {email
        ? `From now on messages from the contact page go to ${email}.`
        : 'From now on visitors cannot send you messages.'}
    </p>
  ),
  confirmLabel: 'Change it',
})

type BackToDefaultProps = { of: string; isDefault: boolean; onReset: () => void }

const BackToDefault = ({ of, isDefault, onReset }: BackToDefaultProps) => (
  <Button variant="quiet" disabled={isDefault} onClick={onReset} aria-label={`Back to default: ${of}`}>
    Back to default
  </Button>
)

/** Another tab of the settings is the same page to the router, and unmounts the form too. */
const anotherTab = (from: { pathname: string; search: object }, to: typeof from) =>
  from.pathname === to.pathname && tabOf(from.search) !== tabOf(to.search)

const tabOf = (search: object): unknown => ('tab' in search ? search.tab : undefined)
