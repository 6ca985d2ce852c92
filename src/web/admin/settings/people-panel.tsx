import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { type AccessList, accessQuery } from '#web/admin/accounts/own-queries.ts'
import { Badge } from '#web/admin/parts/badge.tsx'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Part } from '#web/admin/parts/screen.tsx'
import { type Column, Table } from '#web/admin/parts/table.tsx'
import { GrantForm } from '#web/admin/settings/grant-form.tsx'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'

/** Somebody with access, or somebody who was asked to come. */
type Listed = { id: string; email: string; since: string; by: string | null; isYou: boolean; isInvited: boolean }

const listed = ({ administrators, invitations }: AccessList): Listed[] => [
  ...administrators.map(({ userId, email, createdAt, grantedBy, you }) => ({
    id: userId,
    email,
    since: createdAt,
    by: grantedBy,
    isYou: you,
    isInvited: false,
  })),
  ...invitations.map(({ id, email, createdAt }) => ({
    id,
    email,
    since: createdAt,
    by: null,
    isYou: false,
    isInvited: true,
  })),
]

export function PeoplePanel() {
  const { api } = useRouter().options.context
  const [leaving, setLeaving] = useState<Listed | null>(null)
  return (
    <div className="grid gap-10">
      <Part
        title="Give somebody access"
        intro="People without an account get an invitation by mail. Everyone with access may do everything here."
      >
        <GrantForm />
      </Part>
      <Part title="People with access">
        <Loaded query={accessQuery(api)}>
          {(list) => (
            <Table
              caption="People with access"
              columns={columnsWith({ onRemove: setLeaving, isLast: list.administrators.length === 1 })}
              rows={listed(list)}
              keyOf={({ id }) => id}
            />
          )}
        </Loaded>
      </Part>
      <RemoveDialog person={leaving} onClose={() => setLeaving(null)} />
    </div>
  )
}

type Removing = { onRemove: (person: Listed) => void; isLast: boolean }

const columnsWith = ({ onRemove, isLast }: Removing): Column<Listed>[] => [
  {
    head: 'Email',
    cell: ({ email, isYou, isInvited }) => (
      <span className="flex flex-wrap items-center gap-2 break-all font-medium">
        {email}
        {isYou && <Badge tone="good">You</Badge>}
        {isInvited && <Badge tone="notice">Invited</Badge>}
      </span>
    ),
  },
  { head: 'Since', cell: ({ since }) => <Moment at={since} /> },
  { head: 'Given by', cell: ({ by }) => <span className="break-all">{by ?? '–'}</span> },
  {
    head: 'Action',
    end: true,
    cell: (person) => (
      <Button
        variant="danger"
        disabled={isLast && !person.isInvited}
        aria-label={`${person.isInvited ? 'Take back the invitation of' : 'Remove'} ${person.email}`}
        onClick={() => onRemove(person)}
      >
        {person.isInvited ? 'Take back' : 'Remove'}
      </Button>
    ),
  },
]

/** Who is being asked about stays in view while the dialog goes away. */
function RemoveDialog({ person, onClose }: { person: Listed | null; onClose: () => void }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const [shown, setShown] = useState(person)
  if (person && person !== shown) setShown(person)
  const remove = useMutation({
    mutationFn: ({ id }: Listed) => answerOf(api.api.access[':userId'].$delete({ param: { userId: id } })),
    onSuccess: (_, { email, isInvited }) => {
      toast.success(isInvited ? `The invitation of ${email} is taken back.` : `${email} has no access any more.`)
    },
    onError: (error) => toast.error(sentenceOf(error, errorPanelTexts.unexpected)),
    onSettled: () => {
      onClose()
      return queryClient.invalidateQueries({ queryKey: accessQuery(api).queryKey })
    },
    networkMode: 'always',
  })
  return (
    <ConfirmDialog
      open={person !== null}
      onClose={onClose}
      onConfirm={() => person && remove.mutate(person)}
      loading={remove.isPending}
      autoClose={false}
      variant="danger"
      title={shown?.isInvited ? 'Take the invitation back?' : 'Remove access?'}
      confirmLabel={shown?.isInvited ? 'Take back' : 'Remove'}
    >
      <p>
        {shown?.isInvited
          ? `The link that was sent to ${shown.email} stops working.`
          : `${shown?.isYou ? 'You' : shown?.email} can no longer enter the admin area of this website.`}
      </p>
    </ConfirmDialog>
  )
}
