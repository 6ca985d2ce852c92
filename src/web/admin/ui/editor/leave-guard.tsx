import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'

type RouteLocation = { pathname: string; search: object }
type LeaveGuardProps = {
  isUnsaved: () => boolean
  /** Whether the navigation removes the form; another page does. */
  removesForm?: (from: RouteLocation, to: RouteLocation) => boolean
}

const anotherPage = (from: RouteLocation, to: RouteLocation) => from.pathname !== to.pathname

/** Asks before a navigation or a closed window loses unsaved changes. */
export function LeaveGuard({ isUnsaved, removesForm = anotherPage }: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && removesForm(current, next),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      onConfirm={() => leaving.proceed?.()}
      autoClose={false}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay here"
    >
      <p>Your changes are not saved.</p>
    </ConfirmDialog>
  )
}
