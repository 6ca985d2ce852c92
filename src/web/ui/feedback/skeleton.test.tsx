import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { uiTexts } from '#domain/texts/ui.ts'
import { LoadingRegion, Skeleton, SkeletonText } from '#web/ui/feedback/skeleton.tsx'

test('announces only the loading text to screen readers', () => {
  const page = renderToStaticMarkup(
    <LoadingRegion>
      <Skeleton className="h-8" />
      <SkeletonText lines={2} />
    </LoadingRegion>,
  )
  expect(page).toMatch(/role="status" aria-busy="true"/)
  expect(page).toContain(uiTexts.loading)
  expect(page.replace(/<span aria-hidden.*/, '').replace(/<[^>]*>/g, '')).toBe(uiTexts.loading)
})
