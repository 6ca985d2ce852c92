import { Link } from '@tanstack/react-router'
import { Part } from '#web/admin/parts/screen.tsx'
import { SessionsPanel } from '#web/admin/settings/sessions-panel.tsx'
import { TwoFactorPanel } from '#web/admin/settings/two-factor-panel.tsx'
import { buttonLook } from '#web/ui/button.tsx'

/** How one signs in, and where one is signed in; the latter is not for a session that a recovery code has opened. */
export function SecurityPanel({ limited = false }: { limited?: boolean }) {
  return (
    <div className="grid gap-12">
      <TwoFactorPanel />
      {!limited && <SessionsPanel />}
      {!limited && (
        <Part
          title="Security log"
          intro="Who signed in, who may enter, what was exported, and what moves money or mail. Nobody can change or remove a line."
        >
          <Link
            to="/admin/activity"
            search={{ only: 'security' }}
            className={`${buttonLook({ variant: 'quiet' })} justify-self-start`}
          >
            See the security log
          </Link>
        </Part>
      )}
      <Part title="Password" intro="A good password is long and used nowhere else.">
        <Link to="/admin/change-password" className={`${buttonLook({ variant: 'quiet' })} justify-self-start`}>
          Change Password
        </Link>
      </Part>
    </div>
  )
}
