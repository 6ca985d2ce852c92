import type { LinkProps } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { type ChecklistState, checklist } from '#domain/set-up/checklist.ts'
import { checklistTexts } from '#domain/texts/own-admin-words.ts'
import { List, TaskRow } from '#web/admin/dashboard/list.tsx'
import { useSetUpStateAction } from '#web/admin/settings/settings-query.ts'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** What is left until the website is the owner's, with a link to where each of it is done. */
export function Checklist({ items }: { items: ChecklistState }) {
  const site = useWebsite()
  const dismiss = useSetUpStateAction(() => checklistTexts.hidden)
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <ScreenSection
      title={checklistTexts.title}
      intro={`${done} of ${items.length} done`}
      action={
        <Button variant="quiet" loading={dismiss.isPending} onClick={() => dismiss.mutate('dismissed')}>
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
            <TaskRow
              key={id}
              link={{ to: to as LinkProps['to'], search: search as LinkProps['search'] }}
              mark={
                isDone ? (
                  <CircleCheck aria-hidden className="size-6 shrink-0 text-success-ink" />
                ) : (
                  <Circle aria-hidden className="size-6 shrink-0 text-soft" />
                )
              }
              detail={!isDone && sentence}
            >
              <span className={isDone ? 'text-soft' : 'font-medium'}>
                {isDone && <span className="sr-only">Done: </span>}
                {label}
              </span>
            </TaskRow>
          )
        })}
      </List>
    </ScreenSection>
  )
}
