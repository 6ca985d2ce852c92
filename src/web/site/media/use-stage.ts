import { useEffect, useState } from 'react'
import { usePlayers } from '#web/site/privacy/consent.ts'

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

type On = {
  id: string
  scene: Scene
  /** Whose player it is, where it plays because that one may always be loaded. */
  allowedOf?: string
}

/**
 * One thing at a time: what comes on sends off what was there. Whoever takes their consent back stops what plays from
 * elsewhere; what was allowed once plays on without one. `service` is whose player it is, or null for our own.
 */
export function useStage(): (id: string, service: string | null) => Stage {
  const { mayLoad, allow } = usePlayers()
  const [on, setOn] = useState<On | null>(null)
  const isOver = on?.allowedOf !== undefined && !mayLoad(on.allowedOf)
  useEffect(() => {
    if (isOver) setOn(null)
  }, [isOver])
  return (id, service) => {
    const show = (scene: Scene, allowedOf?: string) => setOn({ id, scene, ...(allowedOf && { allowedOf }) })
    return {
      scene: on?.id === id ? on.scene : 'closed',
      play: () => (service && mayLoad(service) ? show('plays', service) : show('asks')),
      take: () => show('plays'),
      allow: (how) => {
        if (how === 'once' || !service) return show('plays')
        allow(service)
        show('plays', service)
      },
      decline: () => show('declined'),
    }
  }
}

/** What was pressed is gone; the focus goes on to what took its place. */
export const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })
