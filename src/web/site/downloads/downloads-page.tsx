import { useRouter } from '@tanstack/react-router'
import { Download as DownloadIcon, Pause, Play, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { DownloadPurchase } from '#api/site/downloads.ts'
import type { DownloadState } from '#domain/downloads/state.ts'
import { downloadRefusalTexts, downloadsPageTexts as texts } from '#domain/texts/own-download-words.ts'
import { footerTexts } from '#domain/texts/own-frame-words.ts'
import {
  allowedDownloadsText,
  downloadedText,
  downloadsLeftText,
  fileTitle,
} from '#web/site/downloads/download-words.ts'
import { purchaseQuery } from '#web/site/downloads/downloads-query.ts'
import type { Download } from '#web/site/downloads/engine/download.ts'
import type { DownloadView } from '#web/site/downloads/engine/view.ts'
import { DownloadProgress, FileHeading, type PurchasedFile, SaveToDeviceLink } from '#web/site/downloads/file-parts.tsx'
import { StoredDownloads } from '#web/site/downloads/stored-downloads.tsx'
import { downloadAddress, useDownloads, useDownloadView } from '#web/site/downloads/use-downloads.ts'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { MessageScreen } from '#web/ui/errors/message-screen.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The page of a download link: the purchased files, with resumable downloads. */
export function DownloadsPage({ token, bought: loaded }: { token: string; bought: DownloadPurchase }) {
  const { bought, refresh } = usePurchase(token, loaded)
  const { locale, zone } = useWebsite()
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone }).format(
    new Date(bought.expiresAt),
  )
  const { name, orderNumber, state, isEnded, allowed, files } = bought
  const isOpen = state === 'ready' || (state === 'used-up' && files.some(({ canFinish }) => canFinish))
  if (state !== 'ready' && !isOpen)
    return (
      <EndedDownloads name={name} orderNumber={orderNumber} state={state} isEnded={isEnded}>
        {state !== 'withdrawn' && <StoredDownloads token={token} bought={bought} />}
      </EndedDownloads>
    )
  return (
    <>
      <PageTitle title={name} intro={texts.intro({ orderNumber, times: allowedDownloadsText(allowed), until })} />
      <div className="page-edge pb-section">
        {files.length ? (
          <Files token={token} bought={bought} refresh={refresh} />
        ) : (
          <p className="text-lede">{texts.noFiles}</p>
        )}
      </div>
    </>
  )
}

/** The purchase, fetched again when it has changed. */
function usePurchase(token: string, loaded: DownloadPurchase) {
  const { api, queryClient } = useRouter().options.context
  const [bought, setBought] = useState(loaded)
  useEffect(() => setBought(loaded), [loaded])
  const refresh = () => {
    // Read on the next visit instead.
    queryClient.fetchQuery(purchaseQuery(api, token)).then(setBought, () => {})
  }
  return { bought, refresh }
}

const overWords: Record<Exclude<DownloadState, 'ready'>, string> = {
  'used-up': downloadRefusalTexts.usedUp,
  expired: downloadRefusalTexts.expired,
  withdrawn: downloadRefusalTexts.withdrawn,
}

/** The link does not work any more, or never did. */
export function UnknownDownloadLink() {
  return (
    <MessageScreen title={texts.unknownTitle} message={texts.unknown}>
      <ButtonLink href="/orders/find">{footerTexts.findOrder}</ButtonLink>
    </MessageScreen>
  )
}

type EndedDownloadsProps = Pick<DownloadPurchase, 'name' | 'orderNumber' | 'isEnded'> & {
  state: Exclude<DownloadState, 'ready'>
  children: ReactNode
}

function EndedDownloads({ name, orderNumber, state, isEnded, children }: EndedDownloadsProps) {
  const words = state === 'withdrawn' && isEnded ? downloadRefusalTexts.cancelled : overWords[state]
  return (
    <div data-download={state}>
      <MessageScreen title={name} message={words}>
        {state === 'expired' && <ButtonLink href={`/orders/find?number=${orderNumber}`}>{texts.newLink}</ButtonLink>}
        <ButtonLink href="/contact" variant={state === 'expired' ? 'quiet' : 'primary'}>
          {texts.write}
        </ButtonLink>
      </MessageScreen>
      {children}
    </div>
  )
}

function Files({ token, bought, refresh }: { token: string; bought: DownloadPurchase; refresh: () => void }) {
  const downloads = useDownloads(token, bought)
  // The archive of all is what most people want.
  const files = bought.files.toSorted((a, b) => Number(b.kind === 'album') - Number(a.kind === 'album'))
  return (
    <ul aria-label={texts.files} className="max-w-4xl border-line border-t">
      {files.map((file, at) => {
        const download = downloads?.get(file.id)
        return (
          <li key={file.id} className="border-line border-b py-5" data-file={file.id}>
            {download ? (
              <ManagedFile file={file} token={token} download={download} refresh={refresh} isFirst={at === 0} />
            ) : (
              <PlainFile file={file} token={token} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Works without scripts, and with whatever the browser itself can do about a bad line. */
function PlainFile({ file, token }: { file: PurchasedFile; token: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <FileHeading file={file} />
      {file.left > 0 ? (
        <ButtonLink href={downloadAddress(token, file.id)} download={file.name} variant="quiet">
          <DownloadIcon aria-hidden className="size-5" /> {texts.download}
        </ButtonLink>
      ) : (
        <p className="text-soft">{downloadsLeftText(0)}</p>
      )}
    </div>
  )
}

type ManagedFileProps = {
  file: PurchasedFile
  token: string
  download: Download
  isFirst: boolean
  refresh: () => void
}

function ManagedFile({ file, token, download, isFirst, refresh }: ManagedFileProps) {
  const view = useDownloadView(download)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file that has come whole
  useEffect(() => {
    if (view.isNew) refresh()
  }, [view.file])
  const isGoing = view.state === 'in progress'
  const isBegun = view.state !== 'none' && view.state !== 'complete'
  return (
    <div data-state={view.state}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <FileHeading file={file} />
        <DownloadButtons file={file} view={view} download={download} isFirst={isFirst} />
      </div>
      {isBegun && <DownloadProgress file={file} view={view} />}
      <p role="status" className={`mt-1 empty:hidden ${view.state === 'error' ? 'text-error-ink' : 'text-soft'}`}>
        {view.state === 'complete' ? downloadedText(view) : view.sentence}
      </p>
      {!isGoing && (
        <p className="mt-1 flex flex-wrap items-center gap-x-4 text-soft">
          <span>{downloadsLeftText(file.left)}</span>
          {file.left > 0 && (
            <a
              href={downloadAddress(token, file.id)}
              download={file.name}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {texts.plainLink}
            </a>
          )}
        </p>
      )}
    </div>
  )
}

type DownloadButtonsProps = { file: PurchasedFile; view: DownloadView; download: Download; isFirst: boolean }

function DownloadButtons({ file, view, download, isFirst }: DownloadButtonsProps) {
  const title = fileTitle(file)
  if (view.state === 'in progress')
    return (
      <Button variant="quiet" aria-label={`Pause ${title}`} disabled={view.isChecking} onClick={() => download.pause()}>
        <Pause aria-hidden className="size-5" /> {texts.pause}
      </Button>
    )
  if (view.state === 'complete' && view.file)
    return <SaveToDeviceLink file={file} whole={view.file} download={download} isNew={view.isNew} />
  if (file.left === 0 && view.state !== 'paused' && view.state !== 'error') return null
  const [Icon, words] =
    view.state === 'paused'
      ? [Play, texts.resume]
      : view.state === 'error'
        ? [RotateCw, texts.again]
        : [DownloadIcon, texts.download]
  return (
    <Button variant={isFirst ? 'primary' : 'quiet'} aria-label={`${words} ${title}`} onClick={() => download.resume()}>
      <Icon aria-hidden className="size-5" /> {words}
    </Button>
  )
}
