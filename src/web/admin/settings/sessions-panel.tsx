import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { sessionsQuery } from '#web/admin/accounts/account-queries.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { type Column, Table } from '#web/admin/ui/lists/table.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { unwrapResponse } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

type OwnSession = { id: string; device: string; lastSeenAt: string; createdAt: string; current: boolean }

const columnsWith = (onEnd: (session: OwnSession) => void): Column<OwnSession>[] => [
  {
    head: 'Device',
    cell: ({ device, current }) => (
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {device} {current && <Badge tone="good">This device</Badge>}
      </span>
    ),
  },
  { head: 'Last seen', cell: ({ lastSeenAt }) => <LocalTimestamp at={lastSeenAt} /> },
  { head: 'Signed in', cell: ({ createdAt }) => <LocalTimestamp at={createdAt} /> },
  {
    head: 'Sign out',
    end: true,
    cell: (session) =>
      session.current ? (
        <span className="text-soft">In use now</span>
      ) : (
        <Button variant="quiet" onClick={() => onEnd(session)}>
          Sign out <span className="sr-only">{session.device}</span>
        </Button>
      ),
  },
]

/** The user's sessions on this website. */
export function SessionsPanel() {
  const { api } = useRouter().options.context
  const [ending, setEnding] = useState<OwnSession | null>(null)
  return (
    <QueryBoundary query={sessionsQuery(api)}>
      {(sessions) => (
        <ScreenSection
          title="Where you are signed in"
          intro="These are your sessions on this website. If you do not recognise a device, sign it out and change your password. “Sign out everywhere else” also ends your sessions on other websites of this installation."
          action={<EndOthers />}
        >
          <Table caption="Your sessions" columns={columnsWith(setEnding)} rows={sessions} keyOf={({ id }) => id} />
          <EndOne session={ending} onClose={() => setEnding(null)} />
        </ScreenSection>
      )}
    </QueryBoundary>
  )
}

function EndOne({ session, onClose }: { session: OwnSession | null; onClose: () => void }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const end = useMutation({
    mutationFn: (id: string) => unwrapResponse(api.api.auth.sessions[':id'].$delete({ param: { id } })),
    onSuccess: () => {
      onClose()
      toast.success('That device is signed out.')
    },
    onError: (error) => toast.error(errorSentence(error, errorPanelTexts.unexpected)),
    // The list is reloaded after a failure too: the session may have ended in the meantime.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey }),
    networkMode: 'always',
  })
  return (
    <ConfirmDialog
      open={session !== null}
      onClose={onClose}
      onConfirm={() => session && end.mutate(session.id)}
      loading={end.isPending}
      autoClose={false}
      title="Sign out this device?"
      confirmLabel="Sign out"
    >
      <p>{session?.device} has to sign in again. If it is not yours, change your password too.</p>
    </ConfirmDialog>
  )
}

/** Offered even when no other session is listed: sessions on other websites of the installation are listed there. */
function EndOthers() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => unwrapResponse(api.api.auth.sessions['end-others'].$post()),
    onSuccess: async () => {
      setAsking(false)
      toast.success('You are signed out everywhere else.')
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey })
    },
    onError: (error) => toast.error(errorSentence(error, errorPanelTexts.unexpected)),
    networkMode: 'always',
  })
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Sign out everywhere else
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => end.mutate()}
        loading={end.isPending}
        autoClose={false}
        title="Sign out everywhere else?"
        confirmLabel="Sign out"
      >
        <p>All your other devices have to sign in again, here and on other websites. This one stays signed in.</p>
      </ConfirmDialog>
    </>
  )
}
