import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { uploadTexts } from '#domain/texts/uploads.ts'
import { fileSizeText, megabytesText, roughDuration, sentOfTotalText } from '#domain/ui/transfer-speed.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'

const sumOf = (uploads: readonly UploadView[], of: (upload: UploadView) => number | null) =>
  uploads.reduce((sum, upload) => sum + (of(upload) ?? 0), 0)

/** `2 of 5 uploaded, 1 failed`. */
export function uploadCountText(uploads: readonly UploadView[]): string {
  const counted = (state: UploadView['state']) => uploads.filter((upload) => upload.state === state).length
  const [done, paused] = [counted('completed'), counted('paused')]
  const failed = uploads.filter(({ hasFailed }) => hasFailed).length
  return `${done} of ${uploads.length} uploaded${failed ? `, ${failed} failed` : ''}${paused ? `, ${paused} paused` : ''}`
}

/** `120.0 MB of 900.0 MB, 3.1 MB a second, 4 minutes left`. */
export function uploadTotalText(uploads: readonly UploadView[]): string {
  const [sent, all] = [sumOf(uploads, ({ sentBytes }) => sentBytes), sumOf(uploads, ({ totalBytes }) => totalBytes)]
  const speed = sumOf(uploads, ({ bytesPerSecond }) => bytesPerSecond)
  const left = sumOf(
    uploads.filter(({ state }) => state === 'waiting' || state === 'uploading'),
    ({ totalBytes, sentBytes }) => totalBytes - sentBytes,
  )
  const amount = sentOfTotalText(sent, all)
  return speed > 0 && left > 0
    ? `${amount}, ${megabytesText(speed)} a second, ${roughDuration(left / speed)} left`
    : amount
}

export function uploadStateText({ state, sentBytes, totalBytes, bytesPerSecond, secondsLeft }: UploadView): string {
  const amount = sentOfTotalText(sentBytes, totalBytes)
  switch (state) {
    case 'waiting':
      return 'waiting'
    case 'uploading':
      if (sentBytes >= totalBytes) return 'being checked…'
      return bytesPerSecond && secondsLeft
        ? `${amount}, ${megabytesText(bytesPerSecond)} a second, ${roughDuration(secondsLeft)} left`
        : amount
    case 'paused':
    case 'needs-file':
      return amount
    case 'failed':
      return sentBytes ? `failed at ${amount}` : 'failed'
    case 'completed':
      return `${fileSizeText(totalBytes)}, uploaded`
  }
}

export const uploadsPath = '/admin/shop/uploads'

/** Whether the screen at this address is the one where a product is edited, with its files. */
export const isProductScreen = (pathname: string, productId: string): boolean => pathname === `/admin/shop/${productId}`

const byHand = uploadTexts.paused({ reason: uploadTexts.manuallyPaused })
const byTheLine = uploadTexts.paused({ reason: fileUploadTexts.networkDisconnected })

type ToastContent = { kind: 'success' | 'info' | 'error'; text: string }

/** The toast for an administrator on another screen: failed uploads, stopped ones, or that all are complete. */
export function uploadsToast(uploads: readonly UploadView[], pathname: string): ToastContent | null {
  const unseen = uploads.filter(
    ({ options }) => pathname !== uploadsPath && !isProductScreen(pathname, options.productId),
  )
  const failed = unseen.filter(({ state }) => state === 'failed').length
  const reasons = unseen.flatMap(({ state, sentence }) => (state === 'paused' && sentence ? [sentence] : []))
  const stopped = reasons.filter((why) => why !== byHand && why !== byTheLine)
  const wrong = [
    ...(failed ? [fileUploadTexts.notUploaded({ count: failed })] : []),
    ...[...new Set(stopped)].map((why) =>
      fileUploadTexts.stopped({ count: stopped.filter((each) => each === why).length, why }),
    ),
  ]
  if (wrong.length) return { kind: 'error', text: wrong.join(' ') }
  if (reasons.includes(byTheLine)) return { kind: 'info', text: fileUploadTexts.goesOnWithTheLine }
  const isAllThere = unseen.length > 0 && uploads.every(({ state }) => state === 'completed')
  return isAllThere ? { kind: 'success', text: fileUploadTexts.allUploaded } : null
}
