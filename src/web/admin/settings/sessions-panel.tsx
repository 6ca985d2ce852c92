import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { sessionsQuery } from '#web/admin/accounts/own-queries.ts'
import { Badge } from '#web/admin/parts/badge.tsx'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Part } from '#web/admin/parts/screen.tsx'
import { type Column, Table } from '#web/admin/parts/table.tsx'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'

type OwnSession = { id: string; device: string; lastSeenAt: string; createdAt: string; current: boolean }

const columns: Column<OwnSession>[] = [
  {
    head: 'Device',
    cell: ({ device, current }) => (
      <span className="flex flex-wrap items-center gap-2 font-medium">
        {device} {current && <Badge tone="good">This device</Badge>}
      </span>
    ),
  },
  { head: 'Last seen', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
  { head: 'Signed in', cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

/** Where one is signed in. */
export function SessionsPanel() {
  const { api } = useRouter().options.context
  return (
    <Loaded query={sessionsQuery(api)}>
      {(sessions) => (
        <Part
          title="Where you are signed in"
          intro="If you do not know one of these, sign out everywhere else and change your password."
          action={<EndOthers />}
        >
          <Table caption="Your sessions" columns={columns} rows={sessions} keyOf={({ id }) => id} />
        </Part>
      )}
    </Loaded>
  )
}

/** Also when none is listed: the other websites of the house list theirs themselves. */
function EndOthers() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => answerOf(api.api.auth.sessions['end-others'].$post()),
    onSuccess: async () => {
      setAsking(false)
      toast.success('You are signed out everywhere else.')
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(api).queryKey })
    },
    onError: (error) => toast.error(sentenceOf(error, errorPanelTexts.unexpected)),
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
