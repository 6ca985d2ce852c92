import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Place = { pathname: string; search: object }
type LeaveGuardProps = {
  isUnsaved: () => boolean
  /** Whether going there takes the form away; another page does. */
  takesAway?: (from: Place, to: Place) => boolean
}

const anotherPage = (from: Place, to: Place) => from.pathname !== to.pathname

/** Asks before what is written is lost by going elsewhere, or by closing the window. */
export function LeaveGuard({ isUnsaved, takesAway = anotherPage }: LeaveGuardProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && takesAway(current, next),
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
      <p>What you have changed here is not saved yet.</p>
    </ConfirmDialog>
  )
}
