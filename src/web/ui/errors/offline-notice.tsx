import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { uiTexts } from '#domain/texts/ui.ts'

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** At the bottom edge, above the player and below the toasts. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div
      role="status"
      data-still="offline"
      data-offline={!online || undefined}
      className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar,0px) z-50 grid justify-items-center"
    >
      {!online && <OfflineBar />}
    </div>
  )
}

export const OfflineBar = () => (
  <p className="pointer-events-auto flex min-h-11 w-full items-center justify-center gap-3 border-highlight border-t-4 bg-night px-6 pb-[env(safe-area-inset-bottom)] font-semibold text-on-night transition-[translate] duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out) starting:translate-y-full sm:w-auto">
    <WifiOff aria-hidden className="size-5 text-highlight" />
    {uiTexts.offline}
  </p>
)
