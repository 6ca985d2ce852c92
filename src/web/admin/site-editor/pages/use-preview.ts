import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type EditablePage, ownPageOf, sectionsOfPage } from '#domain/site-editor/editable-pages.ts'
import {
  isFromPreview,
  type MessageFromPreview,
  type MessageToPreview,
  type PreviewedSection,
} from '#domain/site-editor/preview-messages.ts'
import { type PlacedSection, sectionKinds } from '#sections/kinds.ts'
import { useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { createLatestSender } from '#web/admin/site-editor/pages/latest-sender.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** Letters that are typed at the same moment are shown together. */
const typingPauseMs = 50

type PreviewOptions = {
  page: EditablePage
  highlighted: string | null
  theme: 'light' | 'dark'
  onMessage: (message: Exclude<MessageFromPreview, { type: 'ready' }>) => void
}

/** Tells the page in the frame what is edited here, and hears what is pointed at there. */
export function usePreviewFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  { page, ...options }: PreviewOptions,
): void {
  const { highlighted, theme } = options
  /** Counts the pages that the frame has loaded and that listen. */
  const [round, setRound] = useState(0)
  const sections = useShownSections(page, round > 0)
  const title = ownPageOf(useBuilder().document, page)?.title ?? null
  const onMessage = useRef(options.onMessage)
  onMessage.current = options.onMessage

  const post = (message: MessageToPreview) => frame.current?.contentWindow?.postMessage(message, location.origin)

  useEffect(() => {
    const onPosted = ({ source, origin, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin || !isFromPreview(data)) return
      if (data.type === 'ready') setRound((before) => before + 1)
      else onMessage.current(data)
    }
    window.addEventListener('message', onPosted)
    return () => window.removeEventListener('message', onPosted)
  }, [frame])
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each page that the frame has loaded
  useEffect(() => {
    if (round && sections) post({ type: 'sections', page, title, sections })
  }, [round, sections, title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (round) post({ type: 'highlight', id: highlighted })
  }, [round, highlighted, sections])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (round) post({ type: 'theme', theme })
  }, [round, theme])
}

/** The sections of a page as visitors would see them now: the newest ones that the server has answered. */
function useShownSections(page: EditablePage, isOn: boolean): PreviewedSection[] | null {
  const { api } = useRouter().options.context
  const { document } = useBuilder()
  const placed = useValidSections(sectionsOfPage(document, page))
  const key = JSON.stringify(placed)
  const [shown, setShown] = useState<PreviewedSection[] | null>(null)
  const sender = useRef<ReturnType<typeof createLatestSender<PlacedSection[]>>>(null)
  useEffect(() => {
    const made = createLatestSender<PlacedSection[]>({
      pauseMs: typingPauseMs,
      send: async (sections, signal) => {
        const request = api.api.admin.site.pages.sections.$post({ json: { sections } }, { init: { signal } })
        const answer = await unwrapResponse(request)
        if (!signal.aborted) setShown(answer)
      },
    })
    sender.current = made
    return made.stop
  }, [api])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what was placed
  useEffect(() => {
    if (isOn) sender.current?.push(placed)
  }, [key, isOn])
  return shown
}

/** A section that is not valid while it is edited is shown as it was before, or not at all. */
function useValidSections(sections: readonly PlacedSection[]): PlacedSection[] {
  const valid = useRef(new Map<string, PlacedSection>())
  return sections.flatMap((section) => {
    if (section.kind === 'main') return [section]
    if (sectionKinds[section.kind].schema.safeParse(section).success) valid.current.set(section.id, section)
    const shown = valid.current.get(section.id)
    return shown ? [shown] : []
  })
}
