import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft, ArrowUp } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { adminLinkFlagKey, backToTopAfterPx } from '#domain/ui/shell.ts'

const onScroll = (changed: () => void) => {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}
const hasScrolled = () => window.scrollY > backToTopAfterPx
const notYet = () => false
const never = () => () => {}
const always = () => true

const look =
  'flex min-h-11 items-center gap-2 font-semibold text-on-night-soft text-sm hover:text-on-night focus-visible:text-on-night'

/** Appears once the page has been scrolled by more than 300 px. */
export function BackToTop() {
  const scrolled = useSyncExternalStore(onScroll, hasScrolled, notYet)
  if (!scrolled) return null
  const toTop = () => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
  }
  return (
    <button
      type="button"
      aria-label="Back to top"
      onClick={toTop}
      className="fixed right-[var(--spacing-edge)] bottom-[calc(1.25rem+var(--consent-bar,0px)+var(--bottom-bar,0px)+var(--action-bar,0px))] z-20 grid size-12 place-items-center bg-raised text-ink shadow-lg ring-1 ring-line hover:bg-action hover:text-on-action"
    >
      <ArrowUp aria-hidden />
    </button>
  )
}

/** Whether the page before was another document: of this site, or one that led here by a link. */
const hasEarlierDocument = () =>
  Boolean(window.navigation?.canGoBack || (document.referrer && window.history.length > 1))

const hasAdminLinkFlag = () => {
  try {
    return adminLinkFlagKey in localStorage
  } catch {
    return false
  }
}

/** For who is signed in to the admin area. Known in the browser only: the page is the same for everybody, and cacheable. */
export function useShowsAdminLink(): boolean {
  const { preview } = useRouter().options.context
  const isOwner = useSyncExternalStore(never, hasAdminLinkFlag, notYet)
  return isOwner && !preview
}

/** Beside the page where there is room, and in the footer of narrow windows, where it would cover buttons. */
export function AdminLink() {
  return (
    useShowsAdminLink() && (
      <a
        href="/admin"
        className="font-semibold max-lg:flex max-lg:min-h-11 max-lg:items-center max-lg:text-sm max-lg:underline max-lg:underline-offset-4 lg:fixed lg:bottom-[calc(1.25rem+var(--consent-bar,0px)+var(--bottom-bar,0px)+var(--action-bar,0px))] lg:left-[var(--spacing-edge)] lg:z-20 lg:bg-raised lg:px-4 lg:py-2.5 lg:text-ink lg:shadow-lg lg:ring-1 lg:ring-line"
      >
        Admin
      </a>
    )
  )
}

/** The server does not know the browser's history: after a reload there may be a page to go back to. */
export function BackLink() {
  const router = useRouter()
  const isAlive = useSyncExternalStore(never, always, notYet)
  const canGoBack = useCanGoBack()
  if (!isAlive || !(canGoBack || hasEarlierDocument())) return null
  return (
    <button type="button" onClick={() => router.history.back()} className={look}>
      <ArrowLeft aria-hidden size={18} /> Go back
    </button>
  )
}
