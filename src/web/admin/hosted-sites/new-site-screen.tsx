import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { emailProblem } from '#domain/accounts/email.ts'
import { hostedSiteList } from '#domain/hosted-sites/hosted-site-list.ts'
import { hostProblemTexts } from '#domain/texts/own-hosted-sites-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { hostedSiteListQuery, hostedSitesKey } from '#web/admin/hosted-sites/hosted-sites-query.ts'
import { BackToListLink } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

const starterLabels: Record<string, string> = { musician: 'Musician', software: 'Software', service: 'Service' }

const initial = { name: '', starter: 'musician', host: '', ownerEmail: '' }
type Values = typeof initial

function problemsOf({ name, host, ownerEmail }: Values): Partial<Values> {
  const email = emailProblem(ownerEmail)
  return {
    ...(name.trim() ? {} : { name: 'Enter the name of the website.' }),
    ...(host.trim() ? {} : { host: hostProblemTexts.empty }),
    ...(email ? { ownerEmail: email } : {}),
  }
}

/** A value of the choice is a starter, or the id of a website whose design is copied. */
const isWebsite = (value: string) => /^[0-9a-f]{8}-/.test(value)

export function NewSiteScreen() {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const toast = useToast()
  const confirmed = useConfirmedRequest()
  const { data } = useQuery(hostedSiteListQuery(api, hostedSiteList.read({})))
  const { field, form, busy, sentence } = useForm({
    initial,
    check: problemsOf,
    otherwise: errorPanelTexts.unexpected,
    send: async ({ starter, ...typed }) => {
      const copies = isWebsite(starter)
      const json = { ...typed, starter: copies ? '' : starter, designOf: copies ? starter : null }
      const made = await confirmed(
        {
          title: 'Create the website?',
          text: <p className="break-words">{typed.ownerEmail} gets an invitation to manage it.</p>,
          confirmLabel: 'Create website',
        },
        (headers) => unwrapResponse(api.api.admin.sites.$post({ json }, { headers })),
      )
      if (!made) return
      toast.success(`${typed.name} is created.`)
      await queryClient.invalidateQueries({ queryKey: hostedSitesKey })
      await navigate({ to: '/admin/sites/$websiteId', params: { websiteId: made.websiteId } })
    },
  })
  const folders = data?.inFolders ?? []
  return (
    <Screen title="New website" action={<BackToListLink to="/admin/sites">All websites</BackToListLink>}>
      <form {...form} className="grid max-w-xl gap-5">
        {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
        <TextField {...field('name')} label="Name" maxLength={80} required />
        <SelectField
          {...field('starter')}
          label="Begins as"
          help="The design of a website can be copied by those who have access to it. Its content is not copied."
        >
          <optgroup label="A starter">
            {folders.map(({ starter }) => (
              <option key={starter} value={starter}>
                {starterLabels[starter] ?? starter}
              </option>
            ))}
          </optgroup>
          <optgroup label="With the design of">
            {[...folders, ...(data?.sites ?? [])].map(({ websiteId, name }) => (
              <option key={websiteId} value={websiteId}>
                {name}
              </option>
            ))}
          </optgroup>
        </SelectField>
        <TextField
          {...field('host')}
          label="Host"
          help="Like band.example. It serves once its DNS leads here or you confirm it; you can add others later."
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          {...field('ownerEmail')}
          label="Email of the owner"
          type="email"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Button type="submit" loading={busy} className="justify-self-start">
          Create website
        </Button>
      </form>
    </Screen>
  )
}
