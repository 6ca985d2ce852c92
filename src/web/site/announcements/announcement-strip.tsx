import { ChevronDown, ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react'
import { type ComponentProps, useEffect, useReducer, useRef, useState } from 'react'
import type { BannerAnnouncement } from '#domain/announcements/announcement.ts'
import { initialRotation, nextRotationAt, rotationReducer, shownPosition } from '#domain/announcements/rotation.ts'
import { useAnimation } from '#web/ui/animation.tsx'
import { AnnouncementContent, announcementBackground, announcementLineClass } from '#web/ui/announcement-line.tsx'
import { restoreLostFocus } from '#web/ui/feedback/lost-focus.ts'
import { SiteLink } from '#web/ui/site-link.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type StripProps = { announcements: BannerAnnouncement[]; onDismiss: (id: string) => void }

/**
 * All announcements are stacked in one grid cell, as high as the longest, so that nothing below moves on rotation. The
 * next one fades in over the previous one. On a phone each is one line until the visitor opens the strip, which also
 * stops the rotation.
 */
export function AnnouncementStrip({ announcements, onDismiss }: StripProps) {
  const rotation = useRotation(
    announcements.map(({ id }) => id),
    useAnimation().reducedMotion,
  )
  const strip = useRef<HTMLElement>(null)
  const [dismissed, setDismissed] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const shown = announcements[rotation.index]
  const several = announcements.length > 1
  const dismiss = (id: string) => {
    onDismiss(id)
    setDismissed(dismissed + 1)
  }
  const toggle = () => {
    setIsOpen(!isOpen)
    if (isOpen) rotation.play()
    else rotation.pause()
  }
  useEffect(() => {
    if (dismissed > 0) restoreLostFocus(strip.current)
  }, [dismissed])

  if (!shown) return dismissed > 0 && <DismissedNotice />
  return (
    <aside
      ref={strip}
      tabIndex={-1}
      aria-label="Announcements"
      aria-roledescription={several ? 'carousel' : undefined}
      data-announcements={rotation.isAlive ? 'alive' : ''}
      data-collapsed={!isOpen || undefined}
      onPointerEnter={() => rotation.attend('pointed', true)}
      onPointerLeave={() => rotation.attend('pointed', false)}
      onFocus={(event) => rotation.attend('focused', event.target.matches(':focus-visible'))}
      onBlur={() => rotation.attend('focused', false)}
      className="relative grid grid-cols-[minmax(0,1fr)_auto] text-on-status outline-none"
    >
      <div className="z-10 col-start-2 row-start-1 mr-[calc(var(--spacing-edge)-0.75rem)] grid grid-flow-col self-start max-sm:grid-rows-2 in-data-collapsed:max-sm:grid-rows-1 noscript:hidden">
        {several && (
          <div className="contents in-data-collapsed:max-sm:hidden">
            <RotationControls {...rotation} />
          </div>
        )}
        <Control
          label="Show the whole announcement"
          aria-expanded={isOpen}
          onClick={toggle}
          className="group/open grid sm:hidden"
        >
          <ChevronDown aria-hidden size={22} className="group-aria-expanded/open:rotate-180" />
        </Control>
        {shown.isDismissible && (
          <Control label="Dismiss announcement" onClick={() => dismiss(shown.id)}>
            <X aria-hidden size={20} />
          </Control>
        )}
      </div>
      <div aria-live={rotation.turns ? 'off' : 'polite'} className="col-span-full row-start-1 grid grid-cols-subgrid">
        {announcements.map((announcement, i) => (
          <div
            key={announcement.id}
            data-announcement={announcement.isDismissible ? announcement.id : ''}
            data-shown={announcement === shown || undefined}
            {...(several && slideProps(i, announcements.length))}
            style={announcementBackground(announcement.style)}
            className="invisible col-span-full col-start-1 row-start-1 grid grid-cols-subgrid items-center opacity-0 transition-[opacity,visibility] delay-(--motion-duration,0.3s) duration-0 data-shown:visible data-shown:z-1 data-shown:opacity-100 data-shown:delay-0 data-shown:duration-(--motion-duration,0.3s) motion-reduce:transition-none noscript:visible noscript:row-auto noscript:opacity-100"
          >
            <AnnouncementWords {...announcement} />
          </div>
        ))}
      </div>
    </aside>
  )
}

const slideProps = (i: number, count: number) => ({
  role: 'group',
  'aria-roledescription': 'slide',
  'aria-label': `${i + 1} of ${count}`,
})

/** A pause button; under reduced motion, buttons for previous and next. */
function RotationControls({ isPaused, pause, play, move }: ReturnType<typeof useRotation>) {
  const isStillForAll = useWebsite().animation.reducedMotion
  const byHand = isStillForAll ? 'grid' : 'hidden motion-reduce:grid'
  return (
    <>
      {!isStillForAll && (
        <Control
          data-turning
          label={isPaused ? 'Play announcements' : 'Pause announcements'}
          onClick={isPaused ? play : pause}
          className="grid motion-reduce:hidden"
        >
          {isPaused ? (
            <Play aria-hidden size={18} fill="currentColor" />
          ) : (
            <Pause aria-hidden size={18} fill="currentColor" />
          )}
        </Control>
      )}
      <Control data-turning label="Previous announcement" onClick={() => move('previous')} className={byHand}>
        <ChevronLeft aria-hidden size={22} />
      </Control>
      <Control data-turning label="Next announcement" onClick={() => move('next')} className={byHand}>
        <ChevronRight aria-hidden size={22} />
      </Control>
    </>
  )
}

function Control({ label, className = 'grid', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`size-11 cursor-pointer place-items-center hover:bg-current/15 focus-visible:-outline-offset-4 ${className}`}
      {...rest}
    />
  )
}

const lineClass = `announcement-words ${announcementLineClass}`

function AnnouncementWords(announcement: BannerAnnouncement) {
  const { linkUrl } = announcement
  const words = <AnnouncementContent {...announcement} />
  if (!linkUrl) return <p className={lineClass}>{words}</p>
  return (
    <SiteLink target={linkUrl} rel="noopener ugc" className={lineClass}>
      {words}
    </SiteLink>
  )
}

/** Replaces the last announcement, takes its focus and announces the dismissal. */
function DismissedNotice() {
  return (
    <p role="status" tabIndex={-1} ref={restoreLostFocus} className="sr-only">
      Announcement dismissed
    </p>
  )
}

const now = () => performance.now()
const listed = (list: string) => list.split(',').filter(Boolean)

/** Runs the rotation of `domain/announcements/rotation.ts` with timers. */
function useRotation(ids: string[], still: boolean) {
  const [rotation, send] = useReducer(rotationReducer, initialRotation)
  const index = shownPosition(ids, rotation)
  const due = nextRotationAt(rotation, { count: ids.length, still })
  const list = ids.join()

  useEffect(() => send({ type: 'shown', ids: listed(list), now: now() }), [list])

  useEffect(() => {
    if (due === null) return
    const timer = setTimeout(() => send({ type: 'next', ids: listed(list), now: now() }), due - now())
    return () => clearTimeout(timer)
  }, [due, list])

  return {
    index,
    isAlive: rotation.shown !== null,
    isPaused: rotation.wish === 'pause',
    turns: due !== null,
    move: (type: 'next' | 'previous') => send({ type, ids, now: now() }),
    pause: () => send({ type: 'pause' }),
    play: () => send({ type: 'play', now: now() }),
    attend: (by: 'pointed' | 'focused', attends: boolean) => send({ type: 'attend', by, attends, now: now() }),
  }
}
