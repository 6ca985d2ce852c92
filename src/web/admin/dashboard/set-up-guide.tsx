import { Link } from '@tanstack/react-router'
import type { Guide } from '#domain/set-up/set-up.ts'
import { guideTexts } from '#domain/texts/own-set-up-words.ts'
import { useSetUpStateAction } from '#web/admin/settings/settings-query.ts'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Offers to replace the demo site by the owner's own, until that is done. */
export const SetUpGuide = ({ guide }: { guide: Guide }) => (guide === 'choice' ? <Choice /> : <Reminder />)

/** A light from the right, as on a stage. */
const stageLightGradient = 'linear-gradient(110deg, transparent 62%, var(--primary-700))'

function Choice() {
  const { name } = useWebsite()
  const explore = useSetUpStateAction(() => guideTexts.explored)
  return (
    <section aria-labelledby="guide" className="relative isolate grid gap-6 bg-night p-6 text-on-night sm:p-8">
      <span
        aria-hidden
        className="absolute inset-0 -z-1 max-sm:hidden"
        style={{ backgroundImage: stageLightGradient }}
      />
      <div className="grid gap-3">
        <h2 id="guide" className="poster-type wrap-anywhere text-4xl leading-[0.95] sm:text-5xl">
          {guideTexts.title}
        </h2>
        <p className="wrap-anywhere max-w-2xl text-lg">{guideTexts.intro({ name })}</p>
        <p className="max-w-2xl text-on-night-soft">{guideTexts.ease}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to="/admin/set-up" className={buttonClass()}>
          {guideTexts.start}
        </Link>
        <Button variant="quiet" loading={explore.isPending} onClick={() => explore.mutate('exploring')}>
          {guideTexts.explore}
        </Button>
      </div>
    </section>
  )
}

const Reminder = () => (
  <p className="flex flex-wrap items-center gap-x-4 border-field border-l-4 bg-raised px-4">
    <span className="py-2">{guideTexts.reminder}</span>
    <Link to="/admin/set-up" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
      {guideTexts.start}
    </Link>
  </p>
)
