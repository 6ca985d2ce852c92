import { useEffect, useId } from 'react'
import type { PlayerSource } from '#domain/media/player.ts'
import { type ItemPlayer, takeFocus } from '#web/site/media/use-item-players.ts'
import { pausePlayback } from '#web/site/previews/songs.ts'
import { Button } from '#web/ui/forms/button.tsx'

type FrameProps = { player: Extract<PlayerSource, { kind: 'frame' }>; title: string; className: string }

/** The embedded player of a platform. Some of them require a referrer. */
export function PlatformFrame({ player, title, className }: FrameProps) {
  useEffect(pausePlayback, [])
  return (
    <iframe
      ref={takeFocus}
      src={player.address}
      title={`${title} (${player.platform})`}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      style={player.height ? { height: player.height } : undefined}
      className={className}
    />
  )
}

/** Clear of the cookie bar, for which the page keeps a scroll padding. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

type QuestionProps = { platform: string; stage: ItemPlayer; className?: string }

/** Asks for consent before anything loads from another service. Both answers are equally prominent. */
export function PlatformConsent({ platform, stage, className = '' }: QuestionProps) {
  const question = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={bringIntoView}
      role="group"
      aria-labelledby={question}
      onKeyDown={({ key }) => key === 'Escape' && stage.decline()}
      className={`border border-line bg-raised p-4 text-ink sm:p-6 ${className}`}
    >
      <p id={question} className="max-w-prose text-sm sm:text-base">
        Playing this loads a frame from {platform}, which then learns your network address and may set cookies of its
        own. “Allow always” holds for {platform} alone.
      </p>
      <div className="mt-4 grid grid-cols-2 gap-2 text-sm sm:flex sm:flex-wrap sm:text-base">
        <Button variant="quiet" ref={takeFocus} onClick={() => stage.allow('once')}>
          Allow once
        </Button>
        <Button variant="quiet" onClick={() => stage.allow('always')}>
          Allow always
        </Button>
        <Button variant="quiet" className="border-transparent max-sm:col-span-2" onClick={stage.decline}>
          Not now
        </Button>
      </div>
    </div>
  )
}
