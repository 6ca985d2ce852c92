import { Save } from 'lucide-react'
import { useId } from 'react'
import type { DownloadPurchase } from '#api/site/downloads.ts'
import { downloadsPageTexts as texts } from '#domain/texts/own-download-words.ts'
import { downloadedText, fileTitle } from '#web/site/downloads/download-words.ts'
import type { Download } from '#web/site/downloads/engine/download.ts'
import { DownloadProgress, FileHeading, type PurchasedFile, SaveToDeviceLink } from '#web/site/downloads/file-parts.tsx'
import { useDownloads, useDownloadView } from '#web/site/downloads/use-downloads.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** The files stored in this browser, even if the link has expired. */
export function StoredDownloads({ token, bought }: { token: string; bought: DownloadPurchase }) {
  const downloads = useDownloads(token, bought)
  const title = useId()
  const here = bought.files.flatMap((file) => {
    const download = downloads?.get(file.id)
    return download && isHere(download) ? [{ file, download }] : []
  })
  if (!here.length) return null
  return (
    <section aria-labelledby={title} className="page-edge pb-section">
      <h2 id={title} className="poster-type mb-6 text-heading">
        {texts.kept}
      </h2>
      <ul aria-label={texts.kept} className="max-w-4xl border-line border-t">
        {here.map(({ file, download }) => (
          <li key={file.id} className="border-line border-b py-5" data-file={file.id}>
            <StoredDownload file={file} download={download} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function isHere(download: Download): boolean {
  const { state, bytes, file } = download.view()
  return file !== null || (state !== 'complete' && bytes > 0)
}

function StoredDownload({ file, download }: { file: PurchasedFile; download: Download }) {
  const view = useDownloadView(download)
  const isAllHere = view.bytes === file.bytes
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <FileHeading file={file} />
        {view.file && <SaveToDeviceLink file={file} download={download} whole={view.file} isNew={view.isNew} />}
        {!view.file && isAllHere && (
          <Button
            variant="quiet"
            aria-label={`${texts.take} ${fileTitle(file)}`}
            loading={view.isChecking}
            onClick={() => download.resume()}
          >
            <Save aria-hidden className="size-5" /> {texts.take}
          </Button>
        )}
      </div>
      {!isAllHere && <DownloadProgress file={file} view={view} />}
      <p role="status" className={`mt-1 empty:hidden ${view.state === 'error' ? 'text-error-ink' : 'text-soft'}`}>
        {view.file ? downloadedText(view) : wordsOf(view, isAllHere)}
      </p>
    </>
  )
}

function wordsOf({ state, sentence }: { state: string; sentence: string | null }, isAllHere: boolean): string | null {
  if (state === 'error') return sentence
  return isAllHere ? null : texts.keptPart
}
