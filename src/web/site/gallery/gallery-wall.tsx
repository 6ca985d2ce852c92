import { lazy, Suspense, useState } from 'react'
import type { GalleryPicture } from '#api/site/gallery.ts'
import { JustifiedRows } from '#web/site/gallery/justified-rows.tsx'

const Viewer = lazy(() =>
  import('#web/site/gallery/viewer.tsx').then(({ PictureViewer: Viewer }) => ({ default: Viewer })),
)

/** All pictures; a click opens the viewer. Without scripts the link opens the picture file. */
export function GalleryWall({ pictures }: { pictures: readonly GalleryPicture[] }) {
  const [at, setAt] = useState<number | null>(null)
  const [hasOpened, setHasOpened] = useState(false)
  return (
    <>
      <JustifiedRows
        pictures={pictures}
        priority={2}
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
