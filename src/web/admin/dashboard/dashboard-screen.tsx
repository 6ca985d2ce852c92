import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Mail, MailOpen } from 'lucide-react'
import type { DashboardAnswer } from '#api/admin/dashboard.ts'
import { isSecondFactorEnabled } from '#domain/accounts/second-factor.ts'
import { sidebarTexts } from '#domain/texts/admin.ts'
import { sidebarGroupTexts } from '#domain/texts/own-admin-words.ts'
import { availabilityLabels } from '#domain/tour/availability.ts'
import { AccessRemovalNotice } from '#web/admin/accounts/access-removal-notice.tsx'
import { Checklist } from '#web/admin/dashboard/checklist.tsx'
import { LowStockList, PreviewPlays, Sales } from '#web/admin/dashboard/figures.tsx'
import { EmptyRow, List, lineClass, moreLinkClass, rowClass, TaskRow } from '#web/admin/dashboard/list.tsx'
import { SetUpGuide } from '#web/admin/dashboard/set-up-guide.tsx'
import { type TodoItem, todoItems } from '#web/admin/dashboard/todo.ts'
import { TwoFactorNudge } from '#web/admin/dashboard/two-factor-nudge.tsx'
import type { SignedInUser } from '#web/admin/session/session-query.ts'
import { ShowDate } from '#web/admin/tour/show-date.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { dashboardQuery } from '#web/admin/ui/dashboard-query.ts'
import { SkeletonRows } from '#web/admin/ui/lists/list-status.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { MessageSummary } from '#web/admin/ui/message-summary.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen, ScreenSection } from '#web/admin/ui/screen.tsx'
import { ButtonLink, buttonClass } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** A card is shown when its feature is on. */
export function DashboardScreen({ user }: { user: SignedInUser }) {
  const { api } = useRouter().options.context
  const { locale } = useWebsite()
  const hasTwoFactor = isSecondFactorEnabled(user.factors)
  const query = dashboardQuery(api)
  const { data, isError } = useQuery(query)
  // The checklist names it already.
  const isNudged = !hasTwoFactor && (isError || data?.checklist === null)
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
      <AccessRemovalNotice />
      {data?.guide && <SetUpGuide guide={data.guide} />}
      {isNudged && <TwoFactorNudge isOn={false} isMain={data?.guide !== 'choice'} />}
      <QueryBoundary query={query} skeleton={<Cards />}>
        {(answer) => (
          <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
            {answer.checklist && (
              <div className="xl:col-span-2">
                <Checklist items={answer.checklist} />
              </div>
            )}
            <Todo items={todoItems(answer, locale)} isAll={hasTwoFactor} />
            {answer.sales && <Sales sales={answer.sales} includesDemo={answer.includesDemo.orders} />}
            {answer.plays && <PreviewPlays plays={answer.plays} includesDemo={answer.includesDemo.visits} />}
            {answer.shows && <NextShows shows={answer.shows} />}
            {answer.lowStock && <LowStockList lowStock={answer.lowStock} />}
            <Messages messages={answer.messages} />
          </div>
        )}
      </QueryBoundary>
      {hasTwoFactor && <TwoFactorNudge isOn />}
    </Screen>
  )
}

const Cards = () => (
  <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
    <SkeletonRows rows={4} />
    <SkeletonRows rows={4} />
  </div>
)

/** `isAll` is false when another part of the screen asks for attention. */
function Todo({ items, isAll }: { items: TodoItem[]; isAll: boolean }) {
  if (items.length === 0 && !isAll) return null
  return (
    <div className="xl:col-span-2">
      <ScreenSection title="To do">
        {items.length === 0 ? (
          <p className="flex items-center gap-3 border-line border-y bg-raised px-4 py-3">
            <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
            Nothing to do.
          </p>
        ) : (
          <List>
            {items.map(({ id, count, words, detail, link }) => (
              <TaskRow
                key={id}
                link={link}
                mark={
                  <>
                    <span className="flex min-w-8 shrink-0 justify-end">
                      {count === null ? (
                        <CircleAlert aria-hidden className="size-6 text-warning-ink" />
                      ) : (
                        <span className="poster-type text-3xl leading-none tabular-nums">{count}</span>
                      )}
                    </span>{' '}
                  </>
                }
                detail={detail}
              >
                <span className="font-medium">{words}</span>
              </TaskRow>
            ))}
          </List>
        )}
      </ScreenSection>
    </div>
  )
}

function NextShows({ shows }: { shows: NonNullable<DashboardAnswer['shows']> }) {
  return (
    <ScreenSection
      title="Next shows"
      action={
        <Link to="/admin/tour" className={moreLinkClass}>
          {sidebarTexts.tour}
        </Link>
      }
    >
      <List>
        {shows.length === 0 && (
          <EmptyRow>
            No upcoming shows.{' '}
            <Link to="/admin/tour/new" className="font-semibold underline underline-offset-4">
              Add one
            </Link>
          </EmptyRow>
        )}
        {shows.map((show) => (
          <li key={show.id} className={rowClass}>
            <Link to="/admin/tour/$id" params={{ id: show.id }} className={`${lineClass} flex-wrap`}>
              <span className="min-w-0 grow basis-40">
                <span className="flex flex-wrap items-center gap-x-2 font-medium">
                  {show.city}
                  {show.availability !== 'scheduled' && (
                    <Badge tone={show.availability === 'cancelled' ? 'bad' : 'notice'}>
                      {availabilityLabels[show.availability]}
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
    </ScreenSection>
  )
}

function Messages({ messages: { unread, newest } }: { messages: DashboardAnswer['messages'] }) {
  return (
    <ScreenSection
      title={unread === 0 ? 'Newest messages' : `Newest messages (${unread} unread)`}
      action={
        <Link to="/admin/messages" className={moreLinkClass}>
          {sidebarGroupTexts.messages}
        </Link>
      }
    >
      <List>
        {newest.length === 0 && <EmptyRow>No messages yet.</EmptyRow>}
        {newest.map(({ id, receivedAt, readAt, about }) => {
          const Icon = readAt ? MailOpen : Mail
          return (
            <li key={id} className={rowClass}>
              <Link to="/admin/messages" className={`${lineClass} flex-wrap`}>
                <Icon aria-hidden className="size-5 shrink-0 text-soft" />
                <span className="min-w-0 grow basis-40">
                  <MessageSummary about={about} isRead={readAt !== null} />
                </span>
                <span className="text-soft text-sm">
                  <LocalTimestamp at={receivedAt} />
                </span>
                {!readAt && <Badge tone="notice">Unread</Badge>}
              </Link>
            </li>
          )
        })}
      </List>
    </ScreenSection>
  )
}
