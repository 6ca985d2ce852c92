import { Monitor, Moon, Smartphone, Sun, Tablet } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { addressOfPage, type EditablePage, titleOfPage } from '#domain/site-editor/editable-pages.ts'
import { useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { usePreviewFrame } from '#web/admin/site-editor/pages/use-preview.ts'
import { currentTheme, type ThemeName } from '#web/ui/theme.tsx'

const widths = [
  { width: 360, label: 'Phone', Icon: Smartphone },
  { width: 768, label: 'Tablet', Icon: Tablet },
  { width: 1440, label: 'Computer', Icon: Monitor },
] as const
type Width = (typeof widths)[number]['width']
/** From here on the preview stands beside the fields. */
const besideFrom = 1024

type PagePreviewProps = {
  page: EditablePage
  highlighted: string | null
  onChoose: (id: string) => void
  onHover: (id: string | null) => void
  /** For those who have come through the frame with the Tab key. */
  onLeave: () => void
}

/** The page itself, with what is edited here. It is as wide as on a device, and drawn smaller where it does not fit. */
export function PagePreview({ page, highlighted, onChoose, onHover, onLeave }: PagePreviewProps) {
  const { document, draft } = useBuilder()
  const [width, setWidth] = useState<Width>(() => (window.innerWidth < besideFrom ? 360 : 768))
  const [theme, setTheme] = useState<ThemeName>(currentTheme)
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLButtonElement>(null)
  const after = useRef<HTMLButtonElement>(null)
  const size = useSize(box)
  usePreviewFrame(frame, {
    page,
    highlighted,
    theme,
    onMessage: (message) => {
      if (message.type === 'choose') onChoose(message.id)
      else if (message.type === 'hover') onHover(message.id)
      else (message.isBackwards ? before : after).current?.focus()
    },
  })
  // The address under which the server knows the page: another one is known when it is saved.
  const address = addressOfPage(draft.document, page)
  const scale = Math.min(1, size.width / width)
  return (
    <div className="grid grid-cols-1 gap-2">
      <PreviewTools width={width} theme={theme} themeButton={before} onWidth={setWidth} onTheme={setTheme} />
      <div
        ref={box}
        className="relative h-[calc(100dvh-14rem)] min-h-96 overflow-hidden border border-line bg-sunken lg:h-[calc(100dvh-18rem)]"
      >
        {address ? (
          size.width > 0 && (
            <iframe
              ref={frame}
              src={`/admin/site/preview${address}`}
              title={`Preview: ${titleOfPage(document, page)}`}
              className="absolute top-0 left-0 origin-top-left border-0 bg-ground"
              style={{
                width,
                height: size.height / scale,
                transform: `translateX(${Math.max(0, (size.width - width) / 2)}px) scale(${scale})`,
              }}
            />
          )
        ) : (
          <p className="p-4 text-soft">The preview comes when the page is saved.</p>
        )}
      </div>
      <button
        ref={after}
        type="button"
        onClick={onLeave}
        className="min-h-11 cursor-pointer text-left underline underline-offset-4 not-focus:sr-only"
      >
        Back to the fields
      </button>
    </div>
  )
}

type PreviewToolsProps = {
  width: Width
  theme: ThemeName
  themeButton: RefObject<HTMLButtonElement | null>
  onWidth: (width: Width) => void
  onTheme: (theme: ThemeName) => void
}

/** Width and theme of the preview. */
const PreviewTools = ({ width, theme, themeButton, onWidth, onTheme }: PreviewToolsProps) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <fieldset aria-label="Width of the preview" className="flex border border-line">
      {widths.map(({ width: each, label, Icon }) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === width}
          aria-label={`${label}, ${each} pixels`}
          title={label}
          onClick={() => onWidth(each)}
          className={toolClass}
        >
          <Icon aria-hidden className="size-5" />
        </button>
      ))}
    </fieldset>
    <button
      ref={themeButton}
      type="button"
      aria-pressed={theme === 'dark'}
      aria-label="Dark theme in the preview"
      title={theme === 'dark' ? 'Light theme' : 'Dark theme'}
      onClick={() => onTheme(theme === 'dark' ? 'light' : 'dark')}
      className={`${toolClass} border border-line`}
    >
      {theme === 'dark' ? <Moon aria-hidden className="size-5" /> : <Sun aria-hidden className="size-5" />}
    </button>
  </div>
)

const toolClass =
  'grid size-11 cursor-pointer place-items-center text-soft hover:text-ink aria-pressed:bg-ink aria-pressed:text-ground'

/** While it is not shown it keeps its last size, so that the frame in it stays. */
function useSize(box: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const sizes = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect
      if (width > 0) setSize({ width, height })
    })
    sizes.observe(box.current!)
    return () => sizes.disconnect()
  }, [box])
  return size
}
