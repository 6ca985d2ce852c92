import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { EditedSettings } from '#api/settings.ts'
import { SettingsDraft } from '#domain/sites/settings.ts'
import { Editor } from '#web/admin/parts/editor.tsx'
import { LeaveGuard } from '#web/admin/parts/leave-guard.tsx'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Part } from '#web/admin/parts/screen.tsx'
import { type Opened, useEditor } from '#web/admin/parts/use-editor.ts'
import { settingsQuery } from '#web/admin/settings/settings-query.ts'
import { SocialFields, type SocialRow } from '#web/admin/settings/social-fields.tsx'
import { answerOf } from '#web/answer.ts'
import { siteQuery } from '#web/site-query.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toasts.tsx'

/** An empty address and a list that is null are those of the site's file. */
type Values = { contactEmail: string; social: SocialRow[] | null }

const labels = { contactEmail: 'Contact address', social: 'Social links' }

const openedFrom = ({ contactEmail, social, sequence }: EditedSettings): Opened<Values> => ({
  values: { contactEmail: contactEmail ?? '', social },
  version: sequence,
})

/** What the owner can set otherwise than the site's file says. */
export function SiteForm() {
  const { api } = useRouter().options.context
  return (
    <Part
      title="Contact and social links"
      intro="What you set here stands in place of what the site’s file says. Visitors see it at once."
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
  const { file } = settings
  const editor = useEditor<Values, SettingsDraft>({
    opened: openedFrom(settings),
    schema: SettingsDraft,
    draft: (values) => values,
    labels,
    save: async (draft, version) =>
      openedFrom(await answerOf(api.api.admin.settings.$put({ json: { ...draft, sequence: Number(version) } }))),
    newest: async () => openedFrom(await queryClient.fetchQuery(settingsQuery(api))),
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
                  ? `Where messages from the contact page go. Left empty, it is ${file.contactEmail}.`
                  : 'Where messages from the contact page go. Without one, nobody can write to you there.'
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
      <LeaveGuard isUnsaved={editor.isDirtyNow} takesAway={anotherTab} />
    </Editor>
  )
}

type BackToDefaultProps = { of: string; isDefault: boolean; onReset: () => void }

const BackToDefault = ({ of, isDefault, onReset }: BackToDefaultProps) => (
  <Button variant="quiet" disabled={isDefault} onClick={onReset} aria-label={`Back to default: ${of}`}>
    Back to default
  </Button>
)

/** Another tab of the settings is the same page to the editor, and would take the form away just as well. */
const anotherTab = (from: { pathname: string; search: object }, to: typeof from) =>
  from.pathname === to.pathname && tabOf(from.search) !== tabOf(to.search)

const tabOf = (search: object): unknown => ('tab' in search ? search.tab : undefined)
