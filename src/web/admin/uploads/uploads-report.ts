import { ourUploadTexts } from '#domain/texts/our-upload-words.ts'
import { uploadTexts } from '#domain/texts/uploads.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'

export const uploadsHome = '/admin/shop/uploads'

/** Whether the screen at this address is the one where a product is edited, with its files. */
export const isDeskOf = (pathname: string, productId: string): boolean => pathname === `/admin/shop/${productId}`

const byHand = uploadTexts.paused({ reason: uploadTexts.manuallyPaused })
const byTheLine = uploadTexts.paused({ reason: ourUploadTexts.networkDisconnected })

type Report = { kind: 'success' | 'info' | 'error'; text: string }

/** How it went, for whoever does not see it: what failed, what has stopped by itself, or that all is there. */
export function reportOf(uploads: readonly UploadView[], pathname: string): Report | null {
  const unseen = uploads.filter(({ options }) => pathname !== uploadsHome && !isDeskOf(pathname, options.productId))
  const failed = unseen.filter(({ state }) => state === 'failed').length
  const reasons = unseen.flatMap(({ state, sentence }) => (state === 'paused' && sentence ? [sentence] : []))
  const stopped = reasons.filter((why) => why !== byHand && why !== byTheLine)
  const wrong = [
    ...(failed ? [ourUploadTexts.notUploaded({ count: failed })] : []),
    ...[...new Set(stopped)].map((why) =>
      ourUploadTexts.stopped({ count: stopped.filter((each) => each === why).length, why }),
    ),
  ]
  if (wrong.length) return { kind: 'error', text: wrong.join(' ') }
  if (reasons.includes(byTheLine)) return { kind: 'info', text: ourUploadTexts.goesOnWithTheLine }
  const isAllThere = unseen.length > 0 && uploads.every(({ state }) => state === 'completed')
  return isAllThere ? { kind: 'success', text: ourUploadTexts.allUploaded } : null
}
