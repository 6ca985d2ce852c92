import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'

type StatusBannerProps = { status: 'success' | 'error' | 'notice'; children: ReactNode; onDismiss?: () => void }

const styles = {
  success: { Icon: CircleCheck, role: 'status', edge: 'border-success', ink: 'text-success-ink' },
  notice: { Icon: Info, role: 'status', edge: 'border-field', ink: 'text-soft' },
  error: { Icon: CircleAlert, role: 'alert', edge: 'border-error', ink: 'text-error-ink' },
}

/** The result of an action, shown where it happened. */
export function StatusBanner({ status, children, onDismiss }: StatusBannerProps) {
  const { Icon, role, edge, ink } = styles[status]
  return (
    <div role={role} data-status={status} className={`flex gap-3 border-l-4 bg-raised pl-4 ${edge}`}>
      <Icon aria-hidden className={`my-2.5 size-6 shrink-0 ${ink}`} />
      <div className="grow self-center py-2.5 pr-4 font-medium">{children}</div>
      {onDismiss && (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onDismiss}
          className="grid size-11 shrink-0 cursor-pointer place-items-center text-soft hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </div>
  )
}
