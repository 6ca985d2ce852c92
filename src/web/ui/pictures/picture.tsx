import { RotateCw } from 'lucide-react'
import {
  type ComponentProps,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { buildSrcSet, fallbackImagePath } from '#domain/images/addresses.ts'
import { imageFormats, objectPosition, type Picture as PictureData } from '#domain/images/picture.ts'
import { imageTexts, uiTexts } from '#domain/texts/ui.ts'
import { lazyImageMarginPx } from '#domain/ui/shell.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { type PictureShapes, portraitMedia } from '#web/ui/pictures/picture-source.ts'

type PictureOptions = {
  /** As `<img sizes>`. */
  sizes: string
  /** For pictures above the fold: loaded at once and with high priority. */
  priority?: boolean
  className?: string
}

export function Picture({ picture, ...options }: { picture: PictureData } & PictureOptions) {
  return <Frame key={picture.base} wide={picture} {...options} />
}

/** One picture for windows that are wider than tall, another for the rest. */
export function ArtDirectedPicture({ wide, tall, ...options }: PictureShapes & PictureOptions) {
  return <Frame key={wide.base} wide={wide} tall={tall} {...options} />
}

type FailureSize = 'wide' | 'small' | 'tiny'

/** What fits into the box of a failed picture: a sentence and a button, a sentence and an icon, or the icon alone. */
function failureSizeOf({ clientWidth: width, clientHeight: height }: Element): FailureSize {
  if (width >= 200 && height >= 110) return 'wide'
  return width >= 80 && height >= 88 ? 'small' : 'tiny'
}

function Frame({ wide, tall, sizes, priority = false, className = '' }: PictureShapes & PictureOptions) {
  // A browser that knows `auto` takes the width that a lazy picture has in the page.
  const widths = priority ? sizes : `auto, ${sizes}`
  return (
    <PictureBox alt={wide.alt} priority={priority} className={className} style={shapeOf({ wide, tall })}>
      {({ query, ...image }) => (
        <picture>
          {tall && <Sources picture={tall} sizes={widths} query={query} media={portraitMedia} />}
          <Sources picture={wide} sizes={widths} query={query} />
          <img
            {...image}
            sizes={priority ? undefined : widths}
            src={fallbackImagePath(wide) + query}
            width={wide.width}
            height={wide.height}
            alt={wide.alt}
            decoding="async"
            fetchPriority={priority ? 'high' : undefined}
          />
        </picture>
      )}
    </PictureBox>
  )
}

type BoxProps = {
  alt: string
  priority?: boolean
  className: string
  style?: CSSProperties
  /** The image; `query` follows every address of it. */
  children: (image: Pick<ComponentProps<'img'>, 'loading' | 'onLoad' | 'onError'> & { query: string }) => ReactNode
}

/**
 * The box of an image that loads when it comes within 50 px of the window. `loading="lazy"` alone cannot say that
 * (browsers begin 1,250 to 2,500 px away), so the image of a box that is `data-far` is not displayed, and a browser does
 * not load it. `web/early-script.ts` removes the attribute, whether or not the other scripts of the page have loaded; this component does it for boxes that appear later. Without scripts the browser decides. The box has its final
 * shape from the start, so nothing moves. A picture of the first screen has `priority` and is loaded at once.
 */
export function PictureBox({ alt, priority = false, className, style, children }: BoxProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [stage, setStage] = useState<'far' | 'near' | 'shown' | 'failed'>(priority ? 'near' : 'far')
  const [failureSize, setFailureSize] = useState<FailureSize>('wide')
  const [query, setQuery] = useState('')

  const fail = () => {
    setFailureSize(failureSizeOf(box.current!))
    setStage('failed')
  }
  const retry = (event: MouseEvent) => {
    // The picture may be part of a link.
    event.preventDefault()
    event.stopPropagation()
    setQuery(`?retry=${Date.now()}`)
    setStage('near')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `fail` only sets states
  useEffect(() => {
    const { current } = box
    if (current!.hasAttribute('data-far')) return whenNear(current!, () => setStage('near'))
    // It may have loaded or failed before hydration.
    const image = current!.querySelector('img')
    if (image?.complete) image.naturalWidth ? setStage('shown') : fail()
  }, [])

  // The retry button is gone, so the box takes the focus.
  useEffect(() => {
    if (query) box.current!.focus({ preventScroll: true })
  }, [query])

  return (
    <span
      ref={box}
      className={`picture ${className}`}
      style={style}
      data-far={stage === 'far' || undefined}
      // Hides the miniature, which would show through transparent pictures.
      data-shown={stage === 'shown' || undefined}
      data-failed={stage === 'failed' || undefined}
      tabIndex={query ? -1 : undefined}
      // `data-far` may be gone already.
      suppressHydrationWarning
    >
      {stage === 'failed' ? (
        <span className="picture-failure" data-size={failureSize}>
          <span className="sr-only">{alt}</span>
          <span className={failureClass[failureSize]}>
            {failureSize === 'wide' ? imageTexts.failed : imageTexts.unavailable}
          </span>
          {failureSize === 'wide' ? (
            <Button variant="quiet" onClick={retry}>
              {uiTexts.retry}
            </Button>
          ) : (
            <Button variant="quiet" size="icon" aria-label={uiTexts.retry} onClick={retry}>
              <RotateCw aria-hidden className="size-5" />
            </Button>
          )}
        </span>
      ) : (
        children({ query, loading: priority ? undefined : 'lazy', onLoad: () => setStage('shown'), onError: fail })
      )}
    </span>
  )
}

const failureClass = { wide: '', small: 'text-xs leading-tight', tiny: 'sr-only' }

type SourcesProps = { picture: PictureData; sizes: string; query: string; media?: string }

function Sources({ picture, sizes, query, media }: SourcesProps) {
  if (picture.asIs) return media && <source media={media} srcSet={fallbackImagePath(picture) + query} />
  return imageFormats.map((format) => (
    <source
      key={format}
      media={media}
      type={`image/${format}`}
      srcSet={buildSrcSet(picture, format, query)}
      sizes={sizes}
    />
  ))
}

function shapeOf({ wide, tall }: PictureShapes): CSSProperties {
  const miniature = ({ placeholder }: PictureData) => (placeholder ? `url(${placeholder})` : 'none')
  const ratio = ({ width, height }: PictureData) => `${width}/${height}`
  return {
    '--ratio': ratio(wide),
    '--miniature': miniature(wide),
    ...(wide.focus && { '--focus': objectPosition(wide.focus) }),
    ...(tall && { '--tall-ratio': ratio(tall), '--tall-miniature': miniature(tall) }),
    // The focal point of the wide picture is not that of the tall one.
    ...(tall && (tall.focus || wide.focus) && { '--tall-focus': tall.focus ? objectPosition(tall.focus) : 'center' }),
  } as CSSProperties
}

function whenNear(element: Element, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      then()
    },
    { rootMargin: `${lazyImageMarginPx}px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
