import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { checklist } from '#domain/set-up/checklist.ts'
import { makeItMineTexts as texts } from '#domain/texts/own-set-up-words.ts'
import type { SignedInUser } from '#web/admin/session/session-query.ts'
import type { StepId } from '#web/admin/set-up/step-ids.ts'
import { Wizard } from '#web/admin/set-up/wizard.tsx'
import { settingsQuery, setUpQuery } from '#web/admin/settings/settings-query.ts'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ButtonLink, buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type SetUpScreenProps = { user: SignedInUser; step: StepId }

/** Makes the website of the demo artist the owner's own. The URL names the step. */
export function SetUpScreen({ user, step }: SetUpScreenProps) {
  const { api } = useRouter().options.context
  const [madeFor, setMadeFor] = useState<string | null>(null)
  if (madeFor !== null) return <OwnSite title={texts.done({ name: madeFor })} intro={texts.doneHelp} hasFocus />
  return (
    <QueryBoundary query={setUpQuery(api)}>
      {({ isOwn }) =>
        isOwn ? (
          <OwnSite title={texts.already} intro={texts.alreadyHelp} />
        ) : (
          <QueryBoundary query={settingsQuery(api)}>
            {({ isCurrencyLocked }) => (
              <Wizard user={user} step={step} isCurrencyLocked={isCurrencyLocked} onMade={setMadeFor} />
            )}
          </QueryBoundary>
        )
      }
    </QueryBoundary>
  )
}

/** What comes after the set-up: a look at the website, and what to put on it first. */
function OwnSite({ title, intro, hasFocus = false }: { title: string; intro: string; hasFocus?: boolean }) {
  const site = useWebsite()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hasFocus) heading.current?.focus()
  }, [hasFocus])
  const next = (['show', 'release'] as const).filter((id) => checklist[id].isFor(site))
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid gap-6 bg-night p-6 text-on-night sm:p-10">
        <h1
          ref={heading}
          tabIndex={-1}
          className="poster-type wrap-anywhere max-w-3xl text-4xl leading-[0.95] outline-none sm:text-6xl"
        >
          {title}
        </h1>
        <p className="max-w-2xl text-lg">{intro}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href="/">{texts.view}</ButtonLink>
          <Link to="/admin/dashboard" className={buttonClass({ variant: 'quiet' })}>
            {texts.dashboard}
          </Link>
        </div>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {next.map((id) => {
          const { label, sentence, address } = checklist[id]
          return (
            <li key={id} className="grid">
              <Link
                to={address(site).to as LinkProps['to']}
                className="flex items-center gap-4 border-2 border-line bg-raised px-5 py-4 hover:border-field"
              >
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{label}</span>
                  <span className="block text-soft text-sm">{sentence}</span>
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
