import { useId } from 'react'
import { type Stage, takeFocus } from '#web/site/media/use-stage.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { platform: string; stage: Stage; className?: string }

/** Asks for consent before anything loads from another service. Both answers are equally prominent. */
export function PlatformQuestion({ platform, stage, className = '' }: Props) {
  const question = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
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
