import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type DemoContent, demoKinds, hasDemoContent } from '#domain/demo/demo.ts'
import { checklistTexts, demoTexts } from '#domain/texts/own-admin-words.ts'
import { guideTexts } from '#domain/texts/own-set-up-words.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { demoQuery, setUpQuery, useSetUpStateAction } from '#web/admin/settings/settings-query.ts'
import { RemovedList, removedTexts, StayingList, stayingTexts } from '#web/admin/ui/demo-summary.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { Checkbox } from '#web/ui/forms/inputs.tsx'

export function SetUpPanel() {
  const { api } = useRouter().options.context
  return (
    <div className="grid gap-10">
      <QueryBoundary query={setUpQuery(api)}>
        {({ state, isOwn }) => (
          <>
            {!isOwn && (
              <ScreenSection title={guideTexts.title} intro={guideTexts.inSettings}>
                <Link to="/admin/set-up" className={`${buttonClass()} justify-self-start`}>
                  {guideTexts.start}
                </Link>
              </ScreenSection>
            )}
            <ChecklistPart isShown={state !== 'dismissed'} />
          </>
        )}
      </QueryBoundary>
      <QueryBoundary query={demoQuery(api)}>
        {(content) =>
          hasDemoContent(content) ? (
            <DemoPart content={content} />
          ) : (
            <ScreenSection title="Demo content">
              <p className="border-line border-y bg-raised px-4 py-3 text-soft">{demoTexts.none}</p>
            </ScreenSection>
          )
        }
      </QueryBoundary>
    </div>
  )
}

function ChecklistPart({ isShown }: { isShown: boolean }) {
  const choose = useSetUpStateAction((state) => (state === 'dismissed' ? checklistTexts.hidden : checklistTexts.shown))
  return (
    <ScreenSection title={checklistTexts.title} intro={checklistTexts.intro}>
      <Button
        variant="quiet"
        className="justify-self-start"
        loading={choose.isPending}
        onClick={() => choose.mutate(isShown ? 'dismissed' : 'exploring')}
      >
        {isShown ? 'Hide the checklist' : 'Show the checklist'}
      </Button>
    </ScreenSection>
  )
}

/** What there is of the demo, what stays, and the button that removes it. */
function DemoPart({ content }: { content: DemoContent }) {
  const [keepEdited, setKeepEdited] = useState(true)
  const { removal, backupFailed } = useRemoval(content, keepEdited)
  const isEdited = demoKinds.some((kind) => content.edited[kind].count > 0)
  return (
    <ScreenSection title="Demo content" intro={demoTexts.intro}>
      <div className="grid max-w-3xl gap-6">
        <RemovedList texts={removedTexts(content)} />
        <div className="grid gap-2">
          <h3 className="font-semibold">What stays</h3>
          <StayingList texts={[...stayingTexts(content, keepEdited), demoTexts.stays]} />
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
    </ScreenSection>
  )
}

function useRemoval(content: DemoContent, keepEdited: boolean) {
  const { api } = useRouter().options.context
  const confirmed = useConfirmedRequest()
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
          unwrapResponse(
            api.api.admin['set-up'].demo.remove.$post({ json: { keepEdited, withoutBackup } }, { headers }),
          ),
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
