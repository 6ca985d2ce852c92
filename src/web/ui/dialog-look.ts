/** How modal and confirm dialog appear: a sheet that rises from below on phones, a window that settles elsewhere. */
const moves = 'duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out)'

export const backdropLook = `fixed inset-0 z-40 min-h-dvh bg-night/75 transition-opacity ${moves} data-ending-style:opacity-0 data-starting-style:opacity-0`

export const viewportLook =
  'fixed inset-0 z-40 grid items-end-safe justify-items-center overflow-y-auto pb-[env(safe-area-inset-bottom)] sm:items-center-safe sm:p-6'

export const popupLook = `relative w-full border-action border-t-4 bg-raised text-ink shadow-2xl outline-none transition-[opacity,translate] ${moves} data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0`
