import { Link, useRouter } from '@tanstack/react-router'
import { ChevronRight, CircleCheck, Mail, MailOpen } from 'lucide-react'
import type { DashboardAnswer } from '#api/admin/dashboard.ts'
import { isEnabled } from '#domain/accounts/second-factor.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { availabilityWords } from '#domain/tour/availability.ts'
import { AccessEnding } from '#web/admin/accounts/access-ending.tsx'
import { type AttentionItem, attentionItems } from '#web/admin/dashboard/attention.ts'
import { LowStock, PreviewPlays, Sales } from '#web/admin/dashboard/figures.tsx'
import { List, lineClass, moreLinkClass, Nothing, rowClass } from '#web/admin/dashboard/list.tsx'
import { TwoFactorNudge } from '#web/admin/dashboard/two-factor-nudge.tsx'
import type { SignedInUser } from '#web/admin/session/session-query.ts'
import { ShowDate } from '#web/admin/tour/show-date.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { dashboardQuery } from '#web/admin/ui/dashboard-query.ts'
import { Loaded } from '#web/admin/ui/loaded.tsx'
import { Moment } from '#web/admin/ui/moment.tsx'
import { Part, Screen } from '#web/admin/ui/screen.tsx'
import { ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** A card is shown when its feature is on. */
export function DashboardScreen({ user }: { user: SignedInUser }) {
  const { api } = useRouter().options.context
  const { locale } = useWebsite()
  const hasTwoFactor = isEnabled(user.factors)
  return (
    <Screen
      title={sidebarTexts.dashboard}
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="/admin/activity" className={buttonClass({ variant: 'quiet' })}>
            Activity log
          </Link>
          <ButtonLink variant="quiet" href="/">
            View the website
          </ButtonLink>
        </div>
      }
    >
      <AccessEnding />
      {!hasTwoFactor && <TwoFactorNudge isOn={false} />}
      <Loaded query={dashboardQuery(api)} skeleton={<Cards />}>
        {(answer) => (
          <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
            <Attention matters={attentionItems(answer, locale)} isAll={hasTwoFactor} />
            {answer.sales && <Sales sales={answer.sales} />}
            {answer.plays && <PreviewPlays plays={answer.plays} />}
            {answer.shows && <NextShows shows={answer.shows} />}
            {answer.lowStock && <LowStock lowStock={answer.lowStock} />}
            <Messages messages={answer.messages} />
          </div>
        )}
      </Loaded>
      {hasTwoFactor && <TwoFactorNudge isOn />}
    </Screen>
  )
}

const Cards = () => (
  <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
    <Skeleton className="h-56" />
    <Skeleton className="h-56" />
  </div>
)

/** `isAll` is false when another part of the screen asks for attention. */
function Attention({ matters, isAll }: { matters: AttentionItem[]; isAll: boolean }) {
  if (matters.length === 0 && !isAll) return null
  return (
    <div className="xl:col-span-2">
      <Part title="Needs attention">
        {matters.length === 0 ? (
          <p className="flex items-center gap-3 border-line border-y bg-raised px-4 py-3">
            <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
            Nothing to do.
          </p>
        ) : (
          <List>
            {matters.map(({ id, sentence, link }) => (
              <li key={id} className={rowClass}>
                <Link {...link} className={lineClass}>
                  <span className="min-w-0 grow break-words font-medium">{sentence}</span>
                  <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
                </Link>
              </li>
            ))}
          </List>
        )}
      </Part>
    </div>
  )
}

function NextShows({ shows }: { shows: NonNullable<DashboardAnswer['shows']> }) {
  return (
    <Part
      title="Next shows"
      action={
        <Link to="/admin/tour" className={moreLinkClass}>
          {sidebarTexts.tour}
        </Link>
      }
    >
      <List>
        {shows.length === 0 && <Nothing>No upcoming shows.</Nothing>}
        {shows.map((show) => (
          <li key={show.id} className={rowClass}>
            <Link to="/admin/tour/$id" params={{ id: show.id }} className={`${lineClass} flex-wrap`}>
              <span className="min-w-0 grow basis-40">
                <span className="flex flex-wrap items-center gap-x-2 font-medium">
                  {show.city}
                  {show.availability !== 'scheduled' && (
                    <Badge tone={show.availability === 'cancelled' ? 'bad' : 'notice'}>
                      {availabilityWords[show.availability]}
                    </Badge>
                  )}
                </span>
                <span className="block text-sm text-soft">{show.venue}</span>
              </span>
              <ShowDate show={show} />
            </Link>
          </li>
        ))}
      </List>
    </Part>
  )
}

function Messages({ messages: { unread, newest } }: { messages: DashboardAnswer['messages'] }) {
  return (
    <Part
      title={unread === 0 ? 'Newest messages' : `Newest messages (${unread} unread)`}
      action={
        <Link to="/admin/settings" search={{ tab: 'messages' }} className={moreLinkClass}>
          Messages
        </Link>
      }
    >
      <List>
        {newest.length === 0 && <Nothing>No messages yet.</Nothing>}
        {newest.map(({ id, receivedAt, readAt }) => {
          const Icon = readAt ? MailOpen : Mail
          return (
            <li key={id} className={rowClass}>
              <Link to="/admin/settings" search={{ tab: 'messages' }} className={lineClass}>
                <Icon aria-hidden className="size-5 shrink-0 text-soft" />
                <span className={`grow ${readAt ? 'text-soft' : 'font-semibold'}`}>
                  <Moment at={receivedAt} />
                </span>
                {!readAt && <Badge tone="notice">Unread</Badge>}
              </Link>
            </li>
          )
        })}
      </List>
    </Part>
  )
}
