import { useRouter } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Picture as PictureData } from '#domain/images/picture.ts'
import { trapTabFocus } from '#web/ui/feedback/dialog.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

type Props = {
  pictures: readonly (PictureData & { caption?: string | null })[]
  /** The index of the shown picture; null when the viewer is closed. */
  at: number | null
  onMove: (to: number) => void
  onClose: () => void
}

/** The shortest swipe. */
const swipePx = 48

const control =
  'grid size-12 cursor-pointer place-items-center bg-night/60 text-on-night hover:bg-night focus-visible:bg-night'

/** One picture at window size, or zoomed and scrollable. A native dialog, which restores the focus on close. */
export function PictureViewer({ pictures, at, onMove, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [isZoomed, setZoomed] = useState(false)
  const isOpen = at !== null
  const close = useHistoryEntry(isOpen, onClose)
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
    if (!isOpen) dialog.current?.close()
  }, [isOpen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every picture starts without zoom
  useEffect(() => setZoomed(false), [at])
  useLayoutEffect(() => {
    const { current } = frame
    if (!isZoomed || !current) return
    current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2
    current.scrollTop = (current.scrollHeight - current.clientHeight) / 2
  }, [isZoomed])
  const picture = at === null ? null : pictures[at]
  const move = (by: number) => at !== null && onMove((at + by + pictures.length) % pictures.length)

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const { key } = event
    trapTabFocus(event)
    if (key === 'ArrowRight') move(1)
    if (key === 'ArrowLeft') move(-1)
    if (key === 'Home') onMove(0)
    if (key === 'End') onMove(pictures.length - 1)
    if (key === '+' || key === '=') setZoomed(true)
    if (key === '-') setZoomed(false)
  }
  const swipe = useSwipe((by) => !isZoomed && move(by))

  return (
    <dialog
      ref={dialog}
      aria-label="Pictures"
      onClose={close}
      onKeyDown={onKeyDown}
      onDragStart={(event) => event.preventDefault()}
      onDoubleClick={({ target }) => frame.current?.contains(target as Node) && setZoomed(!isZoomed)}
      {...swipe}
      className={`fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none bg-night text-on-night ${isZoomed ? '' : 'touch-pan-y'}`}
    >
      {picture && at !== null && (
        <figure className="grid h-full grid-rows-[minmax(0,1fr)_auto]">
          <div
            ref={frame}
            className={`min-h-0 ${isZoomed ? 'cursor-zoom-out overflow-auto' : 'grid cursor-zoom-in place-items-center'}`}
          >
            <Picture
              key={picture.base}
              picture={picture}
              sizes={isZoomed ? '250vw' : '100vw'}
              priority
              className={isZoomed ? 'w-[250%] max-w-none' : 'viewer-picture'}
            />
          </div>
          <figcaption className="flex min-h-16 items-center justify-between gap-6 px-5 py-3">
            <span className="max-w-prose text-sm wrap-anywhere">{picture.caption}</span>
            <span className="shrink-0 text-on-night-soft text-sm tabular-nums" aria-live="polite">
              {at + 1} of {pictures.length}
            </span>
          </figcaption>
        </figure>
      )}
      <ViewerButtons
        isZoomed={isZoomed}
        onZoom={() => setZoomed(!isZoomed)}
        onClose={() => dialog.current?.close()}
        onMove={pictures.length > 1 ? move : null}
      />
    </dialog>
  )
}

/** Calls back with 1 after a swipe to the left and -1 after one to the right. */
function useSwipe(onSwipe: (by: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const onPointerDown = ({ clientX: x, clientY: y }: PointerEvent) => {
    start.current = { x, y }
  }
  const onPointerUp = ({ clientX: x, clientY: y }: PointerEvent) => {
    const [right, down] = start.current ? [x - start.current.x, y - start.current.y] : [0, 0]
    start.current = null
    if (Math.abs(right) > swipePx && Math.abs(right) > Math.abs(down)) onSwipe(right < 0 ? 1 : -1)
  }
  const onPointerCancel = () => {
    start.current = null
  }
  return { onPointerDown, onPointerUp, onPointerCancel }
}

type ViewerButtonsProps = {
  isZoomed: boolean
  onZoom: () => void
  onClose: () => void
  /** Null where there is no other picture. */
  onMove: ((by: number) => void) | null
}

function ViewerButtons({ isZoomed, onZoom, onClose, onMove }: ViewerButtonsProps) {
  return (
    <>
      <button
        type="button"
        aria-label={isZoomed ? 'Zoom out' : 'Zoom in'}
        onClick={onZoom}
        className={`${control} absolute top-0 right-12`}
      >
        {isZoomed ? <ZoomOut aria-hidden /> : <ZoomIn aria-hidden />}
      </button>
      <button type="button" aria-label="Close" onClick={onClose} className={`${control} absolute top-0 right-0`}>
        <X aria-hidden />
      </button>
      {onMove && (
        <>
          <button
            type="button"
            aria-label="Previous picture"
            onClick={() => onMove(-1)}
            className={`${control} absolute top-1/2 left-0 -translate-y-1/2`}
          >
            <ChevronLeft aria-hidden />
          </button>
          <button
            type="button"
            aria-label="Next picture"
            onClick={() => onMove(1)}
            className={`${control} absolute top-1/2 right-0 -translate-y-1/2`}
          >
            <ChevronRight aria-hidden />
          </button>
        </>
      )}
    </>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The viewer is open on this entry of the history. */
    viewer?: true
  }
}

/** The open viewer is an entry of the history, so that Back closes it. Returns how to close it otherwise. */
function useHistoryEntry(isOpen: boolean, onClose: () => void): () => void {
  const { navigate, history } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one entry for each time that it opens
  useEffect(() => {
    if (!isOpen) return
    const here = { to: '.', search: true, hash: true, resetScroll: false, hashScrollIntoView: false } as const
    void navigate({ ...here, state: (state) => ({ ...state, viewer: true }) })
    return history.subscribe(({ location }) => {
      if (!location.state.viewer) onClose()
    })
  }, [isOpen])
  return () => (history.location.state.viewer ? history.back() : onClose())
}
