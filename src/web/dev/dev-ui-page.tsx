import { ControlExamples } from '#web/dev/controls.tsx'
import { Dialogs } from '#web/dev/dialogs.tsx'
import { ErrorExamples } from '#web/dev/errors.tsx'
import { MotionExamples } from '#web/dev/motion.tsx'
import { NoticeExamples } from '#web/dev/notices.tsx'
import { Pictures } from '#web/dev/pictures.tsx'
import { StyleExamples } from '#web/dev/styles.tsx'
import { TabExamples } from '#web/dev/tabs.tsx'
import { OfflineNotice } from '#web/ui/errors/offline-notice.tsx'
import { ThemeToggle } from '#web/ui/theme.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const chapters = [
  ['colour', 'Colour'],
  ['type', 'Type'],
  ['buttons', 'Buttons'],
  ['fields', 'Fields'],
  ['dialogs', 'Dialogs'],
  ['tabs', 'Tabs'],
  ['notices', 'Notices'],
  ['waiting', 'Waiting and empty'],
  ['pictures', 'Pictures'],
  ['motion', 'Motion'],
  ['errors', 'Errors'],
  ['boundaries', 'Boundaries'],
] as const

/** Every shared component in every state, for developers and for browser tests. */
export function DevUiPage() {
  const { name } = useWebsite()
  return (
    <>
      <header
        data-still="header"
        className="page-edge sticky top-0 z-30 flex items-center justify-between bg-night text-on-night"
      >
        <p className="font-semibold">{name}</p>
        <ThemeToggle />
      </header>
      <main>
        <div className="page-edge overflow-hidden bg-night pt-10 pb-8 text-on-night">
          <h1 className="poster-type text-poster">
            The <span className="text-highlight">parts</span>
          </h1>
          <nav aria-label="Chapters" className="mt-10">
            <ul className="flex flex-wrap gap-x-6">
              {chapters.map(([id, title]) => (
                <li key={id}>
                  <a href={`#${id}`} className="flex min-h-11 items-center font-semibold hover:underline">
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="page-edge mx-auto max-w-[100rem] pt-24">
          <StyleExamples />
          <ControlExamples />
          <Dialogs />
          <TabExamples />
          <NoticeExamples />
          <Pictures />
          <MotionExamples />
          <ErrorExamples />
        </div>
      </main>
      <OfflineNotice />
    </>
  )
}
