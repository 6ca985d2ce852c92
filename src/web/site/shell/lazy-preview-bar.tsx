import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const PreviewBar = lazy(async () => ({ default: (await import('#web/site/shell/preview-bar.tsx')).PreviewBar }))

/** Only a preview of the draft loads its bar. */
export function LazyPreviewBar() {
  const { preview } = useRouter().options.context
  return (
    preview && (
      <Suspense>
        <PreviewBar preview={preview} />
      </Suspense>
    )
  )
}
