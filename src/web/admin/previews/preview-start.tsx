import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { PreviewAnswer } from '#api/admin/previews.ts'
import { formatDuration } from '#domain/media/length.ts'
import { clipRange, downsamplePeaks, latestClipStartMs } from '#domain/previews/preview.ts'
import { trackPreviewTexts as words } from '#domain/texts/own-admin-words.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Waveform } from '#web/ui/pictures/waveform.tsx'

const time = (ms: number) => formatDuration(Math.round(ms / 1000))

/** Sets where the preview of each track starts. */
export function PreviewStartFields({ productId }: { productId: string }) {
  const { api } = useRouter().options.context
  const { data } = useQuery(previewsQuery(api, productId))
  if (!data?.previews.length) return null
  return (
    <section aria-labelledby="previews" className="grid gap-3">
      <h3 id="previews" className="font-semibold">
        What visitors hear
      </h3>
      <ul className="grid border-line border-b">
        {data.previews.map((preview) => (
          <li key={preview.fileId} className="grid gap-2 border-line border-t py-4">
            <OnePreview key={`${preview.startMs} ${preview.durationMs}`} preview={preview} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OnePreview({ preview }: { preview: PreviewAnswer }) {
  const { api } = useRouter().options.context
  const { fileId, name, durationMs, startMs, clip } = preview
  const chosen = durationMs === null ? 0 : clipRange(durationMs, startMs).startMs
  const [draft, setDraft] = useState(chosen)
  const choose = useAction({
    run: (wanted: number | null) =>
      unwrapResponse(api.api.admin.previews[':fileId'].$put({ param: { fileId }, json: { startMs: wanted } })),
    successMessage: () => words.chosen({ name }),
    invalidates: [previewsKey],
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="break-words font-medium">{name}</p>
          <p role="status" className={`text-sm ${preview.state === 'failed' ? 'text-error-ink' : 'text-soft'}`}>
            {sentence(preview)}
          </p>
        </div>
        {clip && (
          // biome-ignore lint/a11y/useMediaCaption: music; there is nothing to write below it
          <audio
            controls
            preload="none"
            src={clip.address}
            aria-label={`Preview of ${name}`}
            className="h-11 w-full sm:w-72"
          />
        )}
      </div>
      {durationMs !== null && (
        <Start name={name} durationMs={durationMs} peaks={preview.peaks} draft={draft} onDraft={setDraft} />
      )}
      {durationMs !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <span className="grow text-sm text-soft tabular-nums">
            {time(draft)} to {time(clipRange(durationMs, draft).startMs + clipRange(durationMs, draft).ms)} of{' '}
            {time(durationMs)}
          </span>
          {startMs !== null && (
            <Button variant="quiet" loading={choose.isPending} onClick={() => choose.mutate(null)}>
              Start at one third
            </Button>
          )}
          <Button
            variant="quiet"
            disabled={draft === chosen}
            loading={choose.isPending}
            onClick={() => choose.mutate(draft)}
          >
            Start here
          </Button>
        </div>
      )}
    </>
  )
}

function sentence({ state, clip }: PreviewAnswer): string {
  if (state === 'failed') return words.failed
  if (!clip) return words.waiting
  if (state === 'waiting') return words.again
  return words.ready({ from: time(clip.startMs), to: time(clip.startMs + clip.ms) })
}

type StartProps = {
  name: string
  durationMs: number
  peaks: string | null
  draft: number
  onDraft: (ms: number) => void
}

const columns = 250

/** The waveform of the whole track with the clip marked; a native slider lies over it, for mouse, touch and keys. */
function Start({ name, durationMs, peaks, draft, onDraft }: StartProps) {
  const bars = useMemo(
    () => (peaks ? downsamplePeaks(bytesOf(peaks), columns) : Array.from({ length: columns }, () => 30)),
    [peaks],
  )
  const { startMs, ms } = clipRange(durationMs, draft)
  const percent = (at: number) => `${(at / durationMs) * 100}%`
  const most = latestClipStartMs(durationMs)
  return (
    <div className="relative h-16 bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-(color:--focus-ring)">
      <Waveform peaks={bars} className="absolute inset-0 size-full text-soft opacity-60" />
      <div
        aria-hidden
        className="absolute inset-y-0 border-ink border-x-2 bg-ink/15"
        style={{ left: percent(startMs), width: percent(ms) }}
      />
      <div
        aria-hidden
        className="absolute inset-0"
        style={{ clipPath: `inset(0 ${percent(durationMs - startMs - ms)} 0 ${percent(startMs)})` }}
      >
        <Waveform peaks={bars} className="size-full" />
      </div>
      <input
        type="range"
        aria-label={`Start of the preview of ${name}`}
        aria-valuetext={`At ${time(draft)} of ${time(durationMs)}`}
        min={0}
        max={most}
        step={Math.min(1_000, most)}
        value={draft}
        onChange={({ target }) => onDraft(Number(target.value))}
        // As wide as the clip can be moved, so that the finger stays on its middle.
        className="absolute inset-y-0 h-full cursor-ew-resize opacity-0"
        style={{ left: percent(ms / 2), width: percent(durationMs - ms) }}
      />
    </div>
  )
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))

/** Below the key of the files: a change of the files invalidates the previews too. */
export const previewsKey = ['admin', 'product-files', 'previews'] as const

/** Polls while a preview is being cut. */
export const previewsQuery = (api: ApiClient, productId: string) =>
  queryOptions({
    queryKey: [...previewsKey, productId],
    queryFn: () => unwrapResponse(api.api.admin.previews.$get({ query: { productId } })),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.previews.some((preview) => preview.state === 'waiting') && 1_500,
  })
