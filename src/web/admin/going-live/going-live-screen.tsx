import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GoingLiveCheckAnswer } from '#api/admin/going-live.ts'
import type { CheckId, GoingLiveState } from '#domain/going-live/check.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { DnsRecords } from '#web/admin/going-live/dns-records.tsx'
import { goingLiveCheckQuery, goingLiveChecksQuery, useCheckAgain } from '#web/admin/going-live/going-live-query.ts'
import { SendTestMail } from '#web/admin/going-live/test-mail.tsx'
import { MakeTestPayment } from '#web/admin/going-live/test-payment.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

/** What is missing until the site can be found, is safe, sends mails and takes money. */
export function GoingLiveScreen() {
  const { api } = useRouter().options.context
  return (
    <Screen
      title="Going live"
      intro="What a site needs before you tell people its address. Each line is checked now and says what to do."
    >
      <QueryBoundary query={goingLiveChecksQuery(api)}>
        {({ checks }) => (
          <ul className="grid grid-cols-1 border-line border-t">
            {checks.map(({ id, title }) => (
              <Check key={id} id={id} title={title} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Screen>
  )
}

/** What an owner can do about a check, beside the sentence. */
const actions: Partial<Record<CheckId, (check: GoingLiveCheckAnswer) => ReactNode>> = {
  mail: () => <SendTestMail />,
  payments: () => <MakeTestPayment />,
  backups: () => (
    <Link to="/admin/settings" search={{ tab: 'system' }} className={buttonClass({ variant: 'quiet' })}>
      See the system
    </Link>
  ),
  'second-factor': ({ state }) =>
    state !== 'ok' && (
      <Link to="/admin/settings" search={{ tab: 'security' }} className={buttonClass({ variant: 'quiet' })}>
        Open Security
      </Link>
    ),
}

function Check({ id, title }: { id: CheckId; title: string }) {
  const { api } = useRouter().options.context
  const { data, error, isFetching } = useQuery(goingLiveCheckQuery(api, id))
  const again = useCheckAgain(id)
  return (
    <li className="border-line border-b py-6">
      <section aria-labelledby={`check-${id}`} className="grid grid-cols-1 gap-4">
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 grow basis-72">
            <h2
              id={`check-${id}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-lg leading-tight"
            >
              {title} <State state={data?.state ?? (error ? 'unknown' : 'running')} />
            </h2>
            <p aria-live="polite" className="wrap-anywhere mt-2 max-w-3xl">
              {data?.sentence ?? (error ? errorSentence(error, errorPanelTexts.unexpected) : 'Being checked…')}
            </p>
            {data?.moments.map(({ label, at }) => (
              <p key={label} className="mt-1 text-soft">
                {label}: <LocalTimestamp at={at} />
              </p>
            ))}
          </div>
          <Button
            variant="quiet"
            aria-label={`Check again: ${title}`}
            loading={again.isPending || (isFetching && !data)}
            onClick={() => again.mutate()}
          >
            Check again
          </Button>
        </header>
        {data && data.records.length > 0 && <DnsRecords records={data.records} of={title} />}
        {data && <div className="flex flex-wrap items-start gap-3 empty:hidden">{actions[id]?.(data)}</div>}
      </section>
    </li>
  )
}

const states = {
  ok: { Icon: CircleCheck, words: 'Done', ink: 'text-success-ink' },
  todo: { Icon: CircleDashed, words: 'To do', ink: 'text-highlight-ink' },
  bad: { Icon: CircleAlert, words: 'Does not work', ink: 'text-error-ink' },
  unknown: { Icon: CircleHelp, words: 'Not known', ink: 'text-soft' },
  running: { Icon: CircleDashed, words: 'Being checked', ink: 'text-soft' },
} satisfies Record<GoingLiveState | 'running', object>

function State({ state }: { state: keyof typeof states }) {
  const { Icon, words, ink } = states[state]
  return (
    <span data-check-state={state} className={`inline-flex items-center gap-1.5 text-sm ${ink}`}>
      <Icon aria-hidden className="size-5 shrink-0" />
      {words}
    </span>
  )
}
