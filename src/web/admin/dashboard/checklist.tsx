import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { type ChecklistState, checklist } from '#domain/set-up/checklist.ts'
import { checklistTexts } from '#domain/texts/our-admin-words.ts'
import { List, lineClass, rowClass } from '#web/admin/dashboard/list.tsx'
import { setUpKey } from '#web/admin/settings/settings-query.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** What is left until the website is the owner's, with a link to where each of it is done. */
export function Checklist({ items }: { items: ChecklistState }) {
  const { api } = useRouter().options.context
  const site = useWebsite()
  const dismiss = useAction({
    run: () => unwrapResponse(api.api.admin['set-up'].$put({ json: { state: 'dismissed' } })),
    successMessage: () => checklistTexts.hidden,
    invalidates: [dashboardKey, setUpKey],
  })
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <ScreenSection
      title={checklistTexts.title}
      intro={`${done} of ${items.length} done`}
      action={
        <Button variant="quiet" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
          Hide<span className="sr-only"> the checklist</span>
        </Button>
      }
    >
      <div aria-hidden className="h-1 bg-sunken">
        <div className="h-full bg-success" style={{ width: `${(done / items.length) * 100}%` }} />
      </div>
      <List>
        {items.map(({ id, isDone }) => {
          const { label, sentence, address } = checklist[id]
          const { to, search } = address(site)
          return (
            <li key={id} className={rowClass}>
              <Link to={to as LinkProps['to']} search={search as LinkProps['search']} className={lineClass}>
                {isDone ? (
                  <CircleCheck aria-hidden className="size-6 shrink-0 text-success-ink" />
                ) : (
                  <Circle aria-hidden className="size-6 shrink-0 text-soft" />
                )}
                <span className="min-w-0 grow break-words">
                  <span className={isDone ? 'text-soft' : 'font-medium'}>
                    {isDone && <span className="sr-only">Done: </span>}
                    {label}
                  </span>
                  {!isDone && <span className="block text-soft text-sm">{sentence}</span>}
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
              </Link>
            </li>
          )
        })}
      </List>
    </ScreenSection>
  )
}
