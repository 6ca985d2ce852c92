import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type DemoContent, demoCounts, demoKinds, hasDemo, namedCounts, namesText } from '#domain/demo/demo.ts'
import { checklistTexts, demoTexts } from '#domain/texts/our-admin-words.ts'
import { useConfirmed } from '#web/admin/accounts/use-confirmed.tsx'
import { demoQuery, setUpKey, setUpQuery } from '#web/admin/settings/settings-query.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { Loaded } from '#web/admin/ui/loaded.tsx'
import { Part } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { ApiError, answerOf } from '#web/answer.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Checkbox } from '#web/ui/forms/inputs.tsx'

export function SetUpPanel() {
  const { api } = useRouter().options.context
  return (
    <div className="grid gap-10">
      <Loaded query={setUpQuery(api)}>{({ state }) => <ChecklistPart isShown={state !== 'dismissed'} />}</Loaded>
      <Loaded query={demoQuery(api)}>
        {(content) =>
          hasDemo(content) ? (
            <DemoPart content={content} />
          ) : (
            <Part title="Demo content">
              <p className="border-line border-y bg-raised px-4 py-3 text-soft">{demoTexts.none}</p>
            </Part>
          )
        }
      </Loaded>
    </div>
  )
}

function ChecklistPart({ isShown }: { isShown: boolean }) {
  const { api } = useRouter().options.context
  const choose = useAction({
    run: (state: 'exploring' | 'dismissed') => answerOf(api.api.admin['set-up'].$put({ json: { state } })),
    successMessage: (_, state) => (state === 'dismissed' ? checklistTexts.hidden : checklistTexts.shown),
    invalidates: [setUpKey, dashboardKey],
  })
  return (
    <Part title={checklistTexts.title} intro={checklistTexts.intro}>
      <Button
        variant="quiet"
        className="justify-self-start"
        loading={choose.isPending}
        onClick={() => choose.mutate(isShown ? 'dismissed' : 'exploring')}
      >
        {isShown ? 'Hide the checklist' : 'Show the checklist'}
      </Button>
    </Part>
  )
}

/** What there is of the demo, what stays, and the button that removes it. */
function DemoPart({ content }: { content: DemoContent }) {
  const [keepEdited, setKeepEdited] = useState(true)
  const { removal, backupFailed } = useRemoval(content, keepEdited)
  const staying = stayingTexts(content, keepEdited)
  const isEdited = demoKinds.some((kind) => content.edited[kind].count > 0)
  return (
    <Part title="Demo content" intro={demoTexts.intro}>
      <div className="grid max-w-3xl gap-6">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-8 border-line border-y bg-raised px-4 py-3">
          {removedTexts(content).map((text) => (
            <li key={text} className="py-1 tabular-nums">
              {text}
            </li>
          ))}
        </ul>
        <div className="grid gap-2">
          <h3 className="font-semibold">What stays</h3>
          <ul className="grid list-disc gap-1 pl-5">
            {staying.map((text) => (
              <li key={text} className="wrap-anywhere">
                {text}
              </li>
            ))}
          </ul>
        </div>
        {isEdited && (
          <Checkbox
            label="Keep the demo content that I have edited"
            checked={keepEdited}
            onChange={({ target }) => setKeepEdited(target.checked)}
          />
        )}
        {backupFailed && <StatusBanner status="error">{demoTexts.backupFailed}</StatusBanner>}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" loading={removal.isPending} onClick={() => removal.mutate({ withoutBackup: false })}>
            {backupFailed ? 'Try again' : demoTexts.remove}
          </Button>
          {backupFailed && (
            <Button
              variant="danger"
              loading={removal.isPending}
              onClick={() => removal.mutate({ withoutBackup: true })}
            >
              Remove without a backup
            </Button>
          )}
        </div>
      </div>
    </Part>
  )
}

const removedTexts = ({ demo, hasVisits }: DemoContent): string[] =>
  hasVisits ? [...demoCounts(demo), demoTexts.visits] : demoCounts(demo)

/** What a removal leaves, one sentence for each reason. */
function stayingTexts({ own, edited, sold }: DemoContent, keepEdited: boolean): string[] {
  const [added, changed] = [namedCounts(own), namedCounts(edited)]
  return [
    ...added.map((text) => `Yours: ${text}`),
    ...(keepEdited ? changed.map((text) => `Edited by you: ${text}`) : []),
    ...(sold.count ? [`In the archive, because it was sold: ${namesText(sold)}`] : []),
    demoTexts.stays,
  ]
}

function useRemoval(content: DemoContent, keepEdited: boolean) {
  const { api } = useRouter().options.context
  const confirmed = useConfirmed()
  const [backupFailed, setBackupFailed] = useState(false)
  const removal = useAction({
    run: ({ withoutBackup }: { withoutBackup: boolean }) =>
      confirmed(
        {
          title: demoTexts.question,
          text: (
            <div className="grid gap-2">
              <p>{removedTexts(content).join(', ')}.</p>
              <p>{withoutBackup ? demoTexts.noBackup : demoTexts.backup}</p>
            </div>
          ),
          confirmLabel: 'Remove',
          variant: 'danger',
        },
        (headers) =>
          answerOf(api.api.admin['set-up'].demo.remove.$post({ json: { keepEdited, withoutBackup } }, { headers })),
      ).catch((error) => {
        if (!(error instanceof ApiError) || error.reason !== 'backup-failed') throw error
        setBackupFailed(true)
        return null
      }),
    successMessage: (removed) => removed && demoTexts.removed,
    // Every list, the dashboard and the public pages.
    invalidates: [[]],
  })
  return { removal, backupFailed }
}
