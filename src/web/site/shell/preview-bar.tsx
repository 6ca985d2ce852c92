import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ownPreview, type SitePreview } from '#domain/site-editor/preview.ts'
import { previewTexts } from '#domain/texts/our-frame-words.ts'

const FramedPreview = lazy(async () => ({
  default: (await import('#web/site/shell/framed-preview.tsx')).FramedPreview,
}))

/** Says that the page is as the draft has it, and listens to the page builder where it shows the page in its frame. */
export function PreviewBar() {
  const { preview } = useRouter().options.context
  return preview ? <Bar preview={preview} /> : null
}

const look = 'min-h-11 content-center font-semibold underline underline-offset-4'

function Bar({ preview }: { preview: SitePreview }) {
  const { pathname } = useLocation()
  const [isFramed, setFramed] = useState(false)
  useEffect(() => setFramed(window.parent !== window), [])
  const isOwn = preview.key === ownPreview
  if (isFramed)
    return (
      <Suspense>
        <FramedPreview />
      </Suspense>
    )
  return (
    <aside
      aria-label={previewTexts.label}
      className="sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-6 bg-warning-ink px-4 text-ground text-sm print:hidden"
    >
      <p role="status" className="py-2 font-semibold">
        {isOwn ? previewTexts.banner : previewTexts.link}
      </p>
      {isOwn && (
        <>
          {/* Plain links, because a preview has a router of its own. */}
          <a href="/admin/site/pages" className={look}>
            {previewTexts.editor}
          </a>
          <a href={pathname} className={look}>
            {previewTexts.leave}
          </a>
        </>
      )}
    </aside>
  )
}
