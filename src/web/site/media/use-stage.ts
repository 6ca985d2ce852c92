import { useEffect, useRef, useState } from 'react'
import { useConsent } from '#web/site/privacy/consent.ts'

/** `declined` is closed again, and the focus goes back to where it was asked for. */
export type Scene = 'closed' | 'asks' | 'plays' | 'declined'

export type Stage = {
  scene: Scene
  /** Plays what is kept elsewhere, after asking where that has not been allowed. */
  play: () => void
  /** Something of our own has begun to play. */
  take: () => void
  allow: (how: 'once' | 'always') => void
  decline: () => void
}

/**
 * One thing at a time: what comes on sends off what was there. Whoever takes their consent back stops what plays from
 * elsewhere; what was allowed once plays on without one.
 */
export function useStage(): (id: string) => Stage {
  const { functional, choose } = useConsent()
  const [on, setOn] = useState<{ id: string; scene: Scene; isOwn?: boolean } | null>(null)
  const wasAllowed = useRef(functional)
  useEffect(() => {
    if (wasAllowed.current && !functional)
      setOn((before) => (before?.scene === 'plays' && !before.isOwn ? null : before))
    wasAllowed.current = functional
  }, [functional])
  return (id) => {
    const show = (scene: Scene) => setOn({ id, scene })
    return {
      scene: on?.id === id ? on.scene : 'closed',
      play: () => show(functional ? 'plays' : 'asks'),
      take: () => setOn({ id, scene: 'plays', isOwn: true }),
      allow: (how) => {
        if (how === 'always') choose('accept-all')
        show('plays')
      },
      decline: () => show('declined'),
    }
  }
}

/** What was pressed is gone; the focus goes on to what took its place. */
export const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
