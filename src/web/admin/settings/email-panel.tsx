import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { emailChangeQuery, type PendingEmailChange } from '#web/admin/accounts/account-queries.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { sessionQuery } from '#web/admin/session/session-query.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { validateEmailField } from '#web/ui/feedback/check-email.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

/** The e-mail address that the user signs in with. */
export function EmailPanel() {
  const { api } = useRouter().options.context
  const email = useQuery(sessionQuery(api)).data?.user?.email ?? ''
  return (
    <ScreenSection
      title="Email address"
      intro={
        <span className="break-words">
          You sign in with {email}. A new address counts when you have confirmed it in both mailboxes.
        </span>
      }
    >
      <QueryBoundary query={emailChangeQuery(api)}>
        {({ pending }) => (pending ? <Pending current={email} {...pending} /> : <ChangeForm />)}
      </QueryBoundary>
    </ScreenSection>
  )
}

function ChangeForm() {
  const { api } = useRouter().options.context
  const confirmed = useConfirmedRequest()
  const requestChange = useAction({
    run: (json: { email: string }) =>
      confirmed(
        {
          title: 'Change your email address?',
          text: (
            <p className="break-words">
              We send a link to your address of today and one to {json.email}. When you have used both, you sign in with{' '}
              {json.email}, and all your other devices are signed out.
            </p>
          ),
          confirmLabel: 'Send the links',
        },
        (headers) => unwrapResponse(api.api.auth['email-change'].$post({ json }, { headers })),
      ),
    successMessage: (sent) => sent && 'We have sent a link to both addresses.',
    invalidates: [emailChangeQuery(api).queryKey],
    errorToast: false,
  })
  const { field, form, busy, sentence } = useForm({
    initial: { email: '' },
    check: validateEmailField,
    otherwise: errorPanelTexts.unexpected,
    send: (json) => requestChange.mutateAsync(json),
  })
  return (
    <form {...form} className="grid max-w-xl gap-4">
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <TextField {...field('email')} label="New email address" type="email" autoComplete="off" spellCheck={false} />
        <Button type="submit" variant="quiet" loading={busy} className="sm:mt-7.5 sm:self-start">
          Change
        </Button>
      </div>
    </form>
  )
}

function Pending({
  current,
  email,
  confirmedByOld,
  confirmedByNew,
  expiresAt,
}: PendingEmailChange & { current: string }) {
  const { api } = useRouter().options.context
  const cancel = useAction({
    run: () => unwrapResponse(api.api.auth['email-change'].$delete()),
    successMessage: () => 'The change is cancelled. Your address stays as it is.',
    invalidates: [emailChangeQuery(api).queryKey],
  })
  return (
    <div className="grid max-w-xl justify-items-start gap-4">
      <p className="break-words">
        You are changing it to <strong>{email}</strong>. We have sent a link to both addresses. The links work until{' '}
        <LocalTimestamp at={expiresAt} />.
      </p>
      <ul className="grid gap-2">
        <Mailbox address={current} isConfirmed={confirmedByOld} />
        <Mailbox address={email} isConfirmed={confirmedByNew} />
      </ul>
      <Button variant="quiet" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel the change
      </Button>
    </div>
  )
}

const Mailbox = ({ address, isConfirmed }: { address: string; isConfirmed: boolean }) => (
  <li className="flex flex-wrap items-center gap-2 break-all">
    {address}
    {isConfirmed ? <Badge tone="good">Confirmed</Badge> : <Badge tone="notice">Not confirmed yet</Badge>}
  </li>
)
