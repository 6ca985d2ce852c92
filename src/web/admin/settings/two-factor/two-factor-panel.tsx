import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { isSecondFactorEnabled } from '#domain/accounts/second-factor.ts'
import { twoFactorTexts as texts } from '#domain/texts/accounts.ts'
import { secondFactorsQuery } from '#web/admin/accounts/account-queries.ts'
import { sessionQuery } from '#web/admin/session/session-query.ts'
import { DisableTwoFactorDialog } from '#web/admin/settings/two-factor/disable-dialog.tsx'
import { EnrollmentWizard } from '#web/admin/settings/two-factor/enrollment-wizard.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Button } from '#web/ui/forms/button.tsx'

/** Shows whether two-factor authentication is on, and turns it on or off. */
export function TwoFactorPanel() {
  const { api } = useRouter().options.context
  const [enrolling, setEnrolling] = useState(false)
  const reload = useReload()
  return (
    <QueryBoundary query={secondFactorsQuery(api)} failed={texts.statusFailed}>
      {(factors) => {
        const enabled = isSecondFactorEnabled(factors)
        if (enrolling)
          return (
            <EnrollmentWizard
              asksCode={enabled}
              onCancel={() => {
                setEnrolling(false)
                void reload()
              }}
              onComplete={() => {
                setEnrolling(false)
                void reload()
              }}
            />
          )
        return enabled ? (
          <Enabled
            since={factors.find(({ status }) => status === 'verified')!.created_at}
            onReplace={() => setEnrolling(true)}
            onDisabled={reload}
          />
        ) : (
          <NotEnabled onBegin={() => setEnrolling(true)} />
        )
      }}
    </QueryBoundary>
  )
}

/** Reloads the factors, and the session that the rest of the admin area reads. */
function useReload() {
  const queryClient = useQueryClient()
  const { api } = useRouter().options.context
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: secondFactorsQuery(api).queryKey }),
      queryClient.invalidateQueries({ queryKey: sessionQuery(api).queryKey }),
    ])
  }
}

type EnabledProps = { since: string; onReplace: () => void; onDisabled: () => Promise<void> }

function Enabled({ since, onReplace, onDisabled }: EnabledProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="flex gap-4">
        <ShieldCheck aria-hidden className="size-8 shrink-0 text-success-ink" />
        <div>
          <h2 className="font-semibold text-lg leading-tight">Two-factor authentication is on</h2>
          <p className="mt-1 text-soft">
            Signing in asks for a code from your authenticator app, set up <LocalTimestamp at={since} />.
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onClick={onReplace}>
          Move to another app
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {texts.disable}
        </Button>
      </div>
      <DisableTwoFactorDialog open={asking} onClose={() => setAsking(false)} onDisabled={onDisabled} />
    </div>
  )
}

function NotEnabled({ onBegin }: { onBegin: () => void }) {
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="flex gap-4">
        <ShieldOff aria-hidden className="size-8 shrink-0 text-highlight-ink" />
        <div>
          <h2 className="font-semibold text-lg leading-tight">Two-factor authentication is not on</h2>
          <p className="mt-1 text-soft">
            Anyone with your password can sign in as you. With two-factor authentication they also need your phone: its
            authenticator app shows a new code every 30 seconds.
          </p>
        </div>
      </div>
      <Button className="justify-self-start" onClick={onBegin}>
        Set up two-factor authentication
      </Button>
    </div>
  )
}
