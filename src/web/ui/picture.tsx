import { RotateCw } from 'lucide-react'
import { type CSSProperties, type MouseEvent, useEffect, useRef, useState } from 'react'
import { plainAddress, sourceSet } from '#domain/images/addresses.ts'
import { formats, type Picture as PictureData } from '#domain/images/picture.ts'
import { imageTexts, uiTexts } from '#domain/texts/ui.ts'
import { imageMarginPx } from '#domain/ui/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { type Shapes, whenTall } from '#web/ui/picture-source.ts'

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
export function ArtDirectedPicture({ wide, tall, ...options }: Shapes & PictureOptions) {
  return <Frame key={wide.base} wide={wide} tall={tall} {...options} />
}

type FailureSize = 'wide' | 'small' | 'tiny'

/** What fits into the box of a failed picture: a sentence and a button, a sentence and an icon, or the icon alone. */
function failureSizeOf({ clientWidth: width, clientHeight: height }: Element): FailureSize {
  if (width >= 200 && height >= 110) return 'wide'
  return width >= 80 && height >= 88 ? 'small' : 'tiny'
}

/**
 * A picture that loads when it comes within 50 px of the window. `loading="lazy"` cannot say that (browsers begin 1,250
 * to 2,500 px away), so the first HTML holds the picture inside `<noscript>`, where a browser with scripts does not load
 * it and one without shows it; an IntersectionObserver then puts it in place. The box has its final shape from the start,
 * so nothing moves. A picture in the first screen should not wait for scripts: it has `priority` and is plain HTML.
 */
function Frame({ wide, tall, sizes, priority = false, className = '' }: Shapes & PictureOptions) {
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
    if (!priority) return whenNear(box.current!, () => setStage('near'))
    // A picture in the HTML may have loaded or failed before hydration.
    const image = box.current!.querySelector('img')
    if (image?.complete) image.naturalWidth ? setStage('shown') : fail()
  }, [priority])

  // The retry button is gone, so the box takes the focus.
  useEffect(() => {
    if (query) box.current!.focus({ preventScroll: true })
  }, [query])

  const image = (
    <picture>
      {tall && <Sources picture={tall} sizes={sizes} query={query} media={whenTall} />}
      <Sources picture={wide} sizes={sizes} query={query} />
      <img
        src={plainAddress(wide) + query}
        width={wide.width}
        height={wide.height}
        alt={wide.alt}
        decoding="async"
        fetchPriority={priority ? 'high' : undefined}
        onLoad={() => setStage('shown')}
        onError={fail}
      />
    </picture>
  )

  return (
    <span
      ref={box}
      className={`picture ${className}`}
      style={shapeOf({ wide, tall })}
      // Hides the miniature, which would show through transparent pictures.
      data-shown={stage === 'shown' || undefined}
      tabIndex={query ? -1 : undefined}
    >
      {stage === 'far' && <noscript>{image}</noscript>}
      {(stage === 'near' || stage === 'shown') && image}
      {stage === 'failed' && (
        <span className="picture-failure">
          <span className="sr-only">{wide.alt}</span>
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
      )}
    </span>
  )
}

const failureClass = { wide: '', small: 'text-xs leading-tight', tiny: 'sr-only' }

type SourcesProps = { picture: PictureData; sizes: string; query: string; media?: string }

function Sources({ picture, sizes, query, media }: SourcesProps) {
  if (picture.asIs) return media && <source media={media} srcSet={plainAddress(picture) + query} />
  return formats.map((format) => (
    <source
      key={format}
      media={media}
      type={`image/${format}`}
      srcSet={sourceSet(picture, format, query)}
      sizes={sizes}
    />
  ))
}

function shapeOf({ wide, tall }: Shapes): CSSProperties {
  const miniature = ({ placeholder }: PictureData) => (placeholder ? `url(${placeholder})` : 'none')
  const ratio = ({ width, height }: PictureData) => `${width}/${height}`
  return {
    '--ratio': ratio(wide),
    '--miniature': miniature(wide),
    ...(tall && { '--tall-ratio': ratio(tall), '--tall-miniature': miniature(tall) }),
  } as CSSProperties
}

function whenNear(element: Element, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      then()
    },
    { rootMargin: `${imageMarginPx}px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
