import { Link } from '@tanstack/react-router'
import { EmailPanel } from '#web/admin/settings/email-panel.tsx'
import { SessionsPanel } from '#web/admin/settings/sessions-panel.tsx'
import { TwoFactorPanel } from '#web/admin/settings/two-factor/two-factor-panel.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'

/** A session that a recovery code has opened sees the second factor and the password only. */
export function SecurityPanel({ limited = false }: { limited?: boolean }) {
  return (
    <div className="grid gap-12">
      <TwoFactorPanel />
      {!limited && <SessionsPanel />}
      {!limited && (
        <ScreenSection
          title="Security log"
          intro="Sign-ins, changes of access, exports, refunds, and changes of where mail goes. Entries cannot be changed or deleted."
        >
          <Link
            to="/admin/activity"
            search={{ only: 'security' }}
            className={`${buttonClass({ variant: 'quiet' })} justify-self-start`}
          >
            See the security log
          </Link>
        </ScreenSection>
      )}
      {!limited && <EmailPanel />}
      <ScreenSection title="Password" intro="A good password is long and used nowhere else.">
        <Link to="/admin/change-password" className={`${buttonClass({ variant: 'quiet' })} justify-self-start`}>
          Change Password
        </Link>
      </ScreenSection>
    </div>
  )
}
