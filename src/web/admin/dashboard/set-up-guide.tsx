import { Link, useRouter } from '@tanstack/react-router'
import type { Guide } from '#domain/set-up/set-up.ts'
import { guideTexts } from '#domain/texts/our-set-up-words.ts'
import { setUpKey } from '#web/admin/settings/settings-query.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The way from the demo to a website of one's own, until it is taken. */
export const SetUpGuide = ({ guide }: { guide: Guide }) => (guide === 'choice' ? <Choice /> : <Reminder />)

/** Stage light, beside the words. */
const light = 'linear-gradient(110deg, transparent 62%, var(--primary-700))'

function Choice() {
  const { api } = useRouter().options.context
  const { name } = useWebsite()
  const explore = useAction({
    run: () => unwrapResponse(api.api.admin['set-up'].$put({ json: { state: 'exploring' } })),
    successMessage: () => guideTexts.explored,
    invalidates: [dashboardKey, setUpKey],
  })
  return (
    <section aria-labelledby="guide" className="relative isolate grid gap-6 bg-night p-6 text-on-night sm:p-8">
      <span aria-hidden className="absolute inset-0 -z-1 max-sm:hidden" style={{ backgroundImage: light }} />
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
        <Button variant="quiet" loading={explore.isPending} onClick={() => explore.mutate()}>
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
