import { useRouter } from '@tanstack/react-router'
import { AccessRemovalNotice, useKeepAccess } from '#web/admin/accounts/access-removal-notice.tsx'
import { type AccessList, accessListQuery } from '#web/admin/accounts/account-queries.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { GrantAccessForm } from '#web/admin/settings/grant-access-form.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { type Column, Table } from '#web/admin/ui/lists/table.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'

/** An administrator or an open invitation. */
type PersonRow = {
  id: string
  email: string
  since: string
  by: string | null
  isYou: boolean
  isInvited: boolean
  /** Got access before the signed-in administrator. */
  isEarlier: boolean
  removal: AccessList['administrators'][number]['removal']
}

/** The server sorts administrators by the start of their access. */
function personRows({ administrators, invitations }: AccessList): PersonRow[] {
  const self = administrators.findIndex(({ you }) => you)
  return [
    ...administrators.map(({ userId, email, createdAt, grantedBy, you, removal }, at) => ({
      id: userId,
      email,
      since: createdAt,
      by: grantedBy,
      isYou: you,
      isInvited: false,
      isEarlier: at < self,
      removal,
    })),
    ...invitations.map(({ id, email, createdAt }) => ({
      id,
      email,
      since: createdAt,
      by: null,
      isYou: false,
      isInvited: true,
      isEarlier: false,
      removal: null,
    })),
  ]
}

export function PeoplePanel() {
  const { api } = useRouter().options.context
  const remove = useRemove()
  const keep = useKeepAccess()
  return (
    <div className="grid gap-10">
      <AccessRemovalNotice />
      <ScreenSection
        title="Give someone access"
        intro="People without an account get an invitation by mail. Everyone with access can do everything here."
      >
        <GrantAccessForm />
      </ScreenSection>
      <ScreenSection
        title="People with access"
        intro="You can remove people who got access after you at once. People who had access before you have 24 hours to stop it. Everyone gets a mail about each change."
      >
        <QueryBoundary query={accessListQuery(api)}>
          {(list) => (
            <Table
              caption="People with access"
              columns={columnsWith({
                onRemove: (row) => remove.mutate(row),
                onKeep: ({ id, email, isYou }) => keep.mutate({ userId: id, email, isYou }),
                isLast: list.administrators.length === 1,
              })}
              rows={personRows(list)}
              keyOf={({ id }) => id}
            />
          )}
        </QueryBoundary>
      </ScreenSection>
    </div>
  )
}

type ColumnOptions = { onRemove: (row: PersonRow) => void; onKeep: (row: PersonRow) => void; isLast: boolean }

const columnsWith = ({ onRemove, onKeep, isLast }: ColumnOptions): Column<PersonRow>[] => [
  {
    head: 'Email',
    cell: ({ email, isYou, isInvited, removal }) => (
      <span className="grid gap-1">
        <span className="flex flex-wrap items-center gap-2 break-all font-medium">
          {email}
          {isYou && <Badge tone="good">You</Badge>}
          {isInvited && <Badge tone="notice">Invited</Badge>}
        </span>
        {removal && (
          <span className="break-words text-soft text-sm">
            Access ends <LocalTimestamp at={removal.at} />, as {removal.byYou ? 'you have' : `${removal.by} has`} asked.
          </span>
        )}
      </span>
    ),
  },
  { head: 'Since', cell: ({ since }) => <LocalTimestamp at={since} /> },
  { head: 'Given by', cell: ({ by }) => <span className="break-all">{by ?? '–'}</span> },
  {
    head: 'Action',
    end: true,
    cell: (person) =>
      person.removal && (person.isYou || person.removal.byYou) ? (
        <Button variant="quiet" aria-label={`Keep the access of ${person.email}`} onClick={() => onKeep(person)}>
          Keep access
        </Button>
      ) : (
        <Button
          variant="danger"
          disabled={(isLast && !person.isInvited) || (person.removal !== null && person.isEarlier)}
          aria-label={`${person.isInvited ? 'Withdraw the invitation of' : 'Remove'} ${person.email}`}
          onClick={() => onRemove(person)}
        >
          {person.isInvited ? 'Withdraw' : 'Remove'}
        </Button>
      ),
  },
]

function useRemove() {
  const { api } = useRouter().options.context
  const confirmed = useConfirmedRequest()
  return useAction({
    run: (person: PersonRow) =>
      confirmed(
        {
          title: person.isInvited ? 'Withdraw the invitation?' : 'Remove access?',
          text: <p className="break-words">{removalConsequence(person)}</p>,
          confirmLabel: person.isInvited ? 'Withdraw' : 'Remove',
          variant: 'danger',
        },
        (headers) => unwrapResponse(api.api.access[':userId'].$delete({ param: { userId: person.id } }, { headers })),
      ),
    successMessage: (removed, { email, isInvited }) => {
      if (!removed) return null
      if (isInvited) return `The invitation of ${email} is withdrawn.`
      return removed.takesEffectAt
        ? `${email} was told. Their access ends in 24 hours unless they stop it.`
        : `${email} no longer has access.`
    },
    invalidates: [accessListQuery(api).queryKey],
  })
}

function removalConsequence({ email, isInvited, isYou, isEarlier }: PersonRow): string {
  if (isInvited) return `The link that was sent to ${email} stops working.`
  if (isEarlier)
    return `${email} had access before you. They get a mail now, and their access ends in 24 hours. Until then they can stop it, which signs you out.`
  return `${isYou ? 'You' : email} can no longer enter the admin area of this website.`
}
