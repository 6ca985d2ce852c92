import { Save } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { DownloadPurchase } from '#api/site/downloads.ts'
import { downloadsPageTexts as texts } from '#domain/texts/own-download-words.ts'
import { downloadProgressText, fileFormatText, fileTitle } from '#web/site/downloads/download-words.ts'
import type { Download } from '#web/site/downloads/engine/download.ts'
import type { DownloadView } from '#web/site/downloads/engine/view.ts'
import { ButtonLink } from '#web/ui/forms/button.tsx'

export type PurchasedFile = DownloadPurchase['files'][number]

export const FileHeading = ({ file }: { file: PurchasedFile }) => (
  <div className="min-w-0">
    <h2 className="poster-type text-2xl leading-tight sm:text-3xl">
      {file.number !== null && <span className="mr-3 text-soft tabular-nums">{file.number}</span>}
      {fileTitle(file)}
    </h2>
    <p className="mt-1 text-soft tabular-nums">{fileFormatText(file)}</p>
  </div>
)

export const DownloadProgress = ({ file, view }: { file: PurchasedFile; view: DownloadView }) => (
  <>
    <progress
      aria-label={`Downloading ${fileTitle(file)}`}
      value={view.bytes}
      max={file.bytes}
      className="mt-4 h-1.5 w-full"
    />
    <p className="mt-1 text-soft tabular-nums">{downloadProgressText(view, file.bytes)}</p>
  </>
)

type SaveProps = { file: PurchasedFile; whole: Blob; download: Download; isNew: boolean }

/** Saves the stored file to the device: at once after its download, and whenever the buyer clicks. */
export function SaveToDeviceLink({ file, whole, download, isNew }: SaveProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(whole)
    link.current!.href = address
    if (isNew) link.current!.click()
    return () => URL.revokeObjectURL(address)
  }, [whole, isNew])
  const words = isNew ? texts.save : texts.take
  // A click by the buyer saves the file. Whether the browser allowed the automatic click is unknown.
  const press = (event: MouseEvent) => {
    if (event.isTrusted) void download.markAsSaved()
  }
  return (
    <ButtonLink
      ref={link}
      download={file.name}
      variant="quiet"
      aria-label={`${words} ${fileTitle(file)}`}
      onClick={press}
    >
      <Save aria-hidden className="size-5" /> {words}
    </ButtonLink>
  )
}
