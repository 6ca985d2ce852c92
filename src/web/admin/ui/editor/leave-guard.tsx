import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'

type RouteLocation = { pathname: string; search: object }
type LeaveGuardProps = {
  isUnsaved: () => boolean
  /** Whether the navigation removes the form; another page does. */
  removesForm?: (from: RouteLocation, to: RouteLocation) => boolean
  /** For a form that saves by itself: then it only asks about what could not be saved. */
  saveFirst?: () => Promise<unknown>
}

const anotherPage = (from: RouteLocation, to: RouteLocation) => from.pathname !== to.pathname

/** Asks before a navigation or a closed window loses unsaved changes. */
export function LeaveGuard({ isUnsaved, removesForm = anotherPage, saveFirst }: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isUnsaved() || !removesForm(current, next)) return false
      await saveFirst?.()
      return isUnsaved()
    },
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
