import { lazy, Suspense } from 'react'
import type { SitePreview } from '#domain/site-editor/preview.ts'

const PreviewBar = lazy(async () => ({ default: (await import('#web/site/shell/preview-bar.tsx')).PreviewBar }))

/** Only a preview of the draft loads its bar. */
export const LazyPreviewBar = ({ preview }: { preview: SitePreview }) => (
  <Suspense>
    <PreviewBar preview={preview} />
  </Suspense>
)
