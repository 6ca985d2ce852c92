import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { draftPreviewId, type SitePreview } from '#domain/site-editor/preview.ts'
import type { MessageFromPreview, MessageToPreview } from '#domain/site-editor/preview-messages.ts'
import type { SectionPage } from '#domain/sites/pages.ts'
import { draftPreviewTexts } from '#domain/texts/own-frame-words.ts'
import { ownPageQuery, sectionsQuery } from '#web/site/pages/sections-query.ts'

const linkClass = 'min-h-11 content-center font-semibold underline underline-offset-4'

/** Says that the page is as the draft has it; in the frame of the page builder it listens to it instead. */
export function PreviewBar({ preview }: { preview: SitePreview }) {
  const { pathname } = useLocation()
  const [isFramed, setFramed] = useState(false)
  useEffect(() => setFramed(window.parent !== window), [])
  const isOwn = preview.key === draftPreviewId
  if (isFramed) return <FramedPreview />
  return (
    <aside
      aria-label={draftPreviewTexts.label}
      className="sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-6 bg-warning-ink px-4 text-ground text-sm print:hidden"
    >
      <p role="status" className="py-2 font-semibold">
        {isOwn ? draftPreviewTexts.banner : draftPreviewTexts.link}
      </p>
      {isOwn && (
        <>
          {/* Plain links, because a preview has a router of its own. */}
          <a href="/admin/site/pages" className={linkClass}>
            {draftPreviewTexts.editor}
          </a>
          <a href={pathname} className={linkClass}>
            {draftPreviewTexts.leave}
          </a>
        </>
      )}
    </aside>
  )
}

type ShownSections = Awaited<ReturnType<NonNullable<ReturnType<typeof sectionsQuery>['queryFn']>>>

const postToEditor = (message: MessageFromPreview) => window.parent.postMessage(message, window.location.origin)

const sectionAt = (target: EventTarget | null): string | null =>
  (target instanceof Element && target.closest<HTMLElement>('[data-section]')?.dataset.section) || null

/** The page in the frame of the page builder: it shows what is typed there, and a click chooses a section. */
function FramedPreview() {
  useMessages()
  useEffect(() => {
    // Nothing is followed, sent or opened here.
    const onClick = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      const id = sectionAt(event.target)
      if (id) postToEditor({ type: 'choose', id })
    }
    const stop = (event: Event) => event.preventDefault()
    const onOver = ({ target }: Event) => {
      const id = sectionAt(target)
      highlight(id)
      postToEditor({ type: 'hover', id })
    }
    // One press of Tab enters the frame, where the arrows scroll, and the next leaves it: nothing inside gets the focus.
    const onFocus = ({ target }: Event) => target instanceof HTMLElement && target.blur()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return
      event.preventDefault()
      postToEditor({ type: 'leave', isBackwards: event.shiftKey })
    }
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    document.addEventListener('click', onClick, options)
    document.addEventListener('submit', stop, options)
    document.addEventListener('mouseover', onOver, options)
    document.addEventListener('focusin', onFocus, options)
    document.addEventListener('keydown', onKeyDown, options)
    return () => controller.abort()
  }, [])
  return null
}

function useMessages(): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    const { api } = router.options.context
    const show = async (page: string, sections: ShownSections, title: string | null) => {
      if (page.startsWith('own-')) {
        const address = window.location.pathname.split('/').at(-1)!
        const { queryKey } = ownPageQuery(api, address)
        queryClient.setQueryData(queryKey, (shown) =>
          shown && 'title' in shown ? { ...shown, title: title ?? shown.title, sections } : shown,
        )
      } else queryClient.setQueryData(sectionsQuery(api, page as SectionPage).queryKey, sections)
      await router.invalidate()
    }
    const onMessage = ({ origin, source, data }: MessageEvent<MessageToPreview>) => {
      if (origin !== window.location.origin || source !== window.parent) return
      if (data.type === 'sections') void show(data.page, data.sections as ShownSections, data.title)
      if (data.type === 'highlight') highlight(data.id, { scroll: true })
      if (data.type === 'theme') document.documentElement.dataset.theme = data.theme
    }
    window.addEventListener('message', onMessage)
    postToEditor({ type: 'ready' })
    return () => window.removeEventListener('message', onMessage)
  }, [router, queryClient])
}

function highlight(id: string | null, { scroll = false } = {}): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-section]')) {
    const isChosen = element.dataset.section === id
    element.style.outline = isChosen ? '3px solid var(--focus-ring)' : ''
    element.style.outlineOffset = '-3px'
    if (isChosen && scroll) element.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }
}
