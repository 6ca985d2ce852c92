import { Link } from '@tanstack/react-router'
import { Screen } from '#web/admin/ui/screen.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'

/** For an address of the admin area that no screen has. */
export function AdminNotFoundScreen() {
  return (
    <Screen title="Page not found" intro="The admin area has no page at this address. The sidebar lists those it has.">
      <p>
        <Link to="/admin/dashboard" className={buttonClass()}>
          To the dashboard
        </Link>
      </p>
    </Screen>
  )
}
