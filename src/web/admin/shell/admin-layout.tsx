import { Link, useMatches } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { notLiveTexts as texts } from '#domain/texts/own-admin-words.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import { ConfirmationProvider } from '#web/admin/accounts/use-confirmed.tsx'
import { useSessionWatch } from '#web/admin/accounts/use-session-watch.ts'
import { useGalleryUploadToast } from '#web/admin/gallery/gallery-uploads.ts'
import { adminLinkFlag } from '#web/admin/session/admin-link-flag.ts'
import type { SignedInUser } from '#web/admin/session/session-query.ts'
import { useIsLimitedSession } from '#web/admin/session/session-query.ts'
import { AccountMenu, SignedInUserName } from '#web/admin/shell/account-menu.tsx'
import { CommandPalette } from '#web/admin/shell/command-palette.tsx'
import { Drawer } from '#web/admin/shell/drawer.tsx'
import { Sidebar } from '#web/admin/shell/sidebar.tsx'
import { screenTitle } from '#web/admin/shell/sidebar-groups.ts'
import { useSidebarCounts } from '#web/admin/ui/use-counts.ts'
import { useUploadEndToast } from '#web/admin/uploads/use-uploads.ts'
import { AdminErrorBoundary } from '#web/ui/errors/admin-errors.tsx'
import { OfflineNotice } from '#web/ui/errors/offline-notice.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { ThemeToggle } from '#web/ui/theme.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The frame around every screen of the admin area. */
export function AdminLayout({ user, children }: { user: SignedInUser; children: ReactNode }) {
  // The path of the shown screen; the address may already be that of the next one.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  const site = useWebsite()
  const screen = useRef<HTMLElement>(null)
  const isLimited = useIsLimitedSession()
  useEffect(adminLinkFlag.set, [])
  useSessionWatch()
  useGalleryUploadToast()
  useUploadEndToast()
  useFocusOnNewScreen(pathname, screen)
  return (
    <div className={isLimited ? undefined : 'lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]'}>
      <title>{`${screenTitle(site, pathname)} · ${site.name}`}</title>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {!isLimited && (
        <aside aria-label="Sidebar" className="border-line border-r bg-sunken max-lg:hidden">
          <div className="sticky top-0 h-dvh overflow-y-auto overscroll-contain">
            <Sidebar />
          </div>
        </aside>
      )}
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="sticky top-0 z-20 flex min-h-16 items-center gap-2 border-line border-b bg-ground px-2 py-2 sm:px-6">
          {!isLimited && <Drawer screen={screen} />}
          <div className="ml-auto flex min-w-0 items-center gap-2 sm:gap-4">
            {!isLimited && <CommandPalette />}
            <ThemeToggle />
            <div className="min-w-0 max-sm:hidden">
              <SignedInUserName email={user.email} />
            </div>
            <AccountMenu email={user.email} />
          </div>
        </header>
        {!isLimited && <NotLiveNotice />}
        <main
          ref={screen}
          id="content"
          tabIndex={-1}
          className="w-full max-w-6xl grow px-4 pt-6 pb-24 outline-none has-data-wide:max-w-none sm:px-6 lg:px-10 lg:pt-8 lg:has-data-wide:px-6"
        >
          {isLimited && (
            <div className="mb-8">
              <StatusBanner status="notice">{accountTexts.sessionLimited}</StatusBanner>
            </div>
          )}
          <ConfirmationProvider user={user}>
            <AdminErrorBoundary pathname={pathname}>{children}</AdminErrorBoundary>
          </ConfirmationProvider>
        </main>
      </div>
      <OfflineNotice />
    </div>
  )
}

/** Tells the owner on every screen that no money follows from a test order, and that no mail reaches anybody. */
function NotLiveNotice() {
  const counts = useSidebarCounts()
  if (!counts?.isSandbox && !counts?.mailsAreFiles) return null
  return (
    <aside
      aria-label={texts.label}
      className="border-line border-b bg-highlight/15 px-4 py-2 font-medium text-sm sm:px-6 sm:py-3 lg:px-10"
    >
      {counts.isSandbox && <NotLive words={texts.payments} meaning={texts.paymentsMeaning} />}
      {counts.mailsAreFiles && <NotLive words={texts.mails} meaning={texts.mailsMeaning} />}
      <Link to="/admin/going-live" className="whitespace-nowrap underline underline-offset-4">
        {texts.action}
      </Link>
    </aside>
  )
}

/** On a phone the first words have to do: the notice is on every screen. */
const NotLive = ({ words, meaning }: { words: string; meaning: string }) => (
  <>
    {words}
    <span className="max-sm:hidden">{meaning}</span>.{' '}
  </>
)

/** Moves the focus to the new screen when the focused element was removed. */
function useFocusOnNewScreen(pathname: string, screen: RefObject<HTMLElement | null>) {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (document.activeElement === document.body) screen.current?.focus({ preventScroll: true })
  }, [pathname, screen])
}
