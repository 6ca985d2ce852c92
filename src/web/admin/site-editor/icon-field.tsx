import { type ComponentProps, useState } from 'react'
import { parseImagePath } from '#domain/images/addresses.ts'
import { iconSizesPx, iconUrlPath } from '#domain/images/icons.ts'
import { imageTexts, uiTexts } from '#domain/texts/ui.ts'
import { DocumentPicture } from '#web/admin/site-editor/document-picture.tsx'
import { pictureBackgrounds } from '#web/admin/ui/editor/picture-field.tsx'
import { useLibraryPicture } from '#web/admin/ui/pictures/library-description.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The picture that icons are made from, with the icons as browsers and phones show them. */
export const IconField = (field: ComponentProps<typeof DocumentPicture>) => (
  <div className="grid items-start gap-6 sm:grid-cols-2">
    <DocumentPicture {...field} ratio={1} showsName />
    {parseImagePath(field.value) && <IconSamples address={field.value} />}
  </div>
)

function IconSamples({ address }: { address: string }) {
  const { name } = useWebsite()
  const found = useLibraryPicture(address)
  const [isFailed, setFailed] = useState(false)
  const [query, setQuery] = useState('')
  if (!found) return null
  const { tab, touch } = iconSizesPx
  const small = iconUrlPath(found.picture, tab)
  const retry = () => {
    setQuery(`?retry=${Date.now()}`)
    setFailed(false)
  }
  if (isFailed)
    return (
      <div className="grid justify-items-start gap-3">
        <p>{imageTexts.failed}</p>
        <Button variant="quiet" onClick={retry}>
          {uiTexts.retry}
        </Button>
      </div>
    )
  const fail = () => setFailed(true)
  return (
    <figure className="grid gap-4">
      <figcaption className="font-semibold">How it looks</figcaption>
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          className="flex min-w-0 max-w-xs items-center gap-4 border border-line p-3"
          style={{
            background: pictureBackgrounds[theme],
            color: pictureBackgrounds[theme === 'light' ? 'dark' : 'light'],
          }}
        >
          <Icon src={small + query} side={32} onError={fail} />
          <span className="flex min-w-0 items-center gap-2 text-sm">
            <Icon src={small + query} side={16} onError={fail} />
            <span className="truncate">{name}</span>
          </span>
        </div>
      ))}
      <div className="grid w-fit justify-items-center gap-2 text-sm">
        <Icon
          src={iconUrlPath(found.picture, touch, { isSolid: true }) + query}
          side={180}
          onError={fail}
          className="rounded-[40px]"
        />
        On a phone
      </div>
    </figure>
  )
}

type IconProps = { src: string; side: number; onError: () => void; className?: string }

const Icon = ({ src, side, onError, className = '' }: IconProps) => (
  <img key={src} src={src} width={side} height={side} alt="" onError={onError} className={`shrink-0 ${className}`} />
)
