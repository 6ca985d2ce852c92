import { lazy, Suspense, useState } from 'react'
import type { GalleryPicture } from '#api/site/gallery.ts'
import { JustifiedRows } from '#web/site/gallery/justified-rows.tsx'

const Viewer = lazy(() => import('#web/site/gallery/viewer.tsx').then(({ Viewer }) => ({ default: Viewer })))

/** All pictures; each opens as large as the window. Without a script its link leads to the picture itself. */
export function GalleryWall({ pictures }: { pictures: readonly GalleryPicture[] }) {
  const [at, setAt] = useState<number | null>(null)
  const [hasOpened, setHasOpened] = useState(false)
  return (
    <>
      <JustifiedRows
        pictures={pictures}
        onOpen={(index) => {
          setHasOpened(true)
          setAt(index)
        }}
      />
      {hasOpened && (
        <Suspense>
          <Viewer pictures={pictures} at={at} onMove={setAt} onClose={() => setAt(null)} />
        </Suspense>
      )}
    </>
  )
}
