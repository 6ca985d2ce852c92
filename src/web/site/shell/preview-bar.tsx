import { useMatches, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { previewTexts } from '#domain/texts/our-frame-words.ts'
import type { SiteFrame } from '#web/site-query.ts'

/** Tells an administrator that the page is as the draft has it. Nobody else gets such a page. */
export function PreviewBar() {
  const site = useMatches({ select: ([root]) => (root?.context as { site?: SiteFrame } | undefined)?.site })
  return site?.isPreview ? <Bar /> : null
}

const look = 'min-h-11 content-center font-semibold underline underline-offset-4'

function Bar() {
  const { api } = useRouter().options.context
  const [isFailed, setFailed] = useState(false)
  const leave = async () => {
    const { ok } = await api.api.admin.site.preview.$delete().catch(() => ({ ok: false }))
    // A whole load, because everything here was made from the draft.
    if (ok) window.location.reload()
    setFailed(!ok)
  }
  return (
    <aside
      aria-label={previewTexts.label}
      className="sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-6 bg-warning-ink px-4 text-ground text-sm print:hidden"
    >
      <p role="status" className="py-2 font-semibold">
        {isFailed ? previewTexts.failed : previewTexts.banner}
      </p>
      <a href="/admin/site/versions" className={look}>
        {previewTexts.editor}
      </a>
      <button type="button" onClick={leave} className={`cursor-pointer ${look}`}>
        {previewTexts.leave}
      </button>
    </aside>
  )
}
