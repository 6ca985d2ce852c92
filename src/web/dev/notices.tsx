import { useState } from 'react'
import { changePasswordTexts } from '#domain/texts/accounts.ts'
import { Columns, Example, ExampleSection, Row } from '#web/dev/example.tsx'
import { OfflineBar } from '#web/ui/errors/offline-notice.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingRegion, Skeleton, SkeletonText } from '#web/ui/feedback/skeleton.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'

export function NoticeExamples() {
  const toast = useToast()
  const [dismissed, setDismissed] = useState(false)
  return (
    <>
      <ExampleSection
        id="notices"
        title="Notices"
        note="A toast is gone after five seconds, unless a pointer or the focus rests on it."
      >
        <Columns>
          <Example name="Toasts">
            <Row>
              <Button variant="quiet" onClick={() => toast.success('The show has been saved.')}>
                Success toast
              </Button>
              <Button variant="quiet" onClick={() => toast.error('The show could not be saved.')}>
                Error toast
              </Button>
              <Button variant="quiet" onClick={() => toast.info('Three people are waiting for an answer.')}>
                Info toast
              </Button>
            </Row>
          </Example>
          <Example name="No network">
            <OfflineBar />
          </Example>
          <Example name="Status banner, success" bare>
            <StatusBanner status="success">{changePasswordTexts.changed}</StatusBanner>
          </Example>
          <Example name="Status banner, error" bare>
            {dismissed ? (
              <p className="p-3 text-soft">Dismissed.</p>
            ) : (
              <StatusBanner status="error" onDismiss={() => setDismissed(true)}>
                {changePasswordTexts.failed}
              </StatusBanner>
            )}
          </Example>
        </Columns>
      </ExampleSection>
      <ExampleSection
        id="waiting"
        title="Waiting and empty"
        note="Skeletons have the size of what comes; an empty list says so and offers one thing to do."
      >
        <Columns>
          <Example name="Skeleton">
            <LoadingRegion>
              <div className="grid grid-cols-[5rem_1fr] gap-6">
                <Skeleton className="h-20" />
                <div className="grid content-start gap-3">
                  <Skeleton className="h-9 w-3/4" />
                  <SkeletonText lines={3} />
                </div>
              </div>
            </LoadingRegion>
          </Example>
          <Example name="Empty state">
            <EmptyState action={<ButtonLink href="#waiting">Listen meanwhile</ButtonLink>}>
              No shows on the calendar. We are writing.
            </EmptyState>
          </Example>
        </Columns>
      </ExampleSection>
    </>
  )
}
