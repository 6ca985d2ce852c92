import { useRouter } from '@tanstack/react-router'
import { accessQuery } from '#web/admin/accounts/own-queries.ts'
import { useConfirmed } from '#web/admin/accounts/use-confirmed.tsx'
import { useAction } from '#web/admin/parts/use-action.ts'
import { answerOf } from '#web/answer.ts'

type Whose = { userId: string; email: string; isYou: boolean }

/** Stops a removal: one's own, or one that one has asked for. */
export function useKeepAccess() {
  const { api } = useRouter().options.context
  const confirmed = useConfirmed()
  return useAction({
    run: ({ userId, email, isYou }: Whose) =>
      confirmed(
        {
          title: 'Keep access?',
          text: (
            <p className="break-words">
              {isYou
                ? 'Your access goes on, and whoever wanted to take it away is signed out on every device.'
                : `${email} keeps their access.`}
            </p>
          ),
          confirmLabel: 'Keep access',
        },
        (headers) => answerOf(api.api.access[':userId'].keep.$post({ param: { userId } }, { headers })),
      ),
    successMessage: (done, { email, isYou }) =>
      done && (isYou ? 'You keep your access.' : `${email} keeps their access.`),
    invalidates: [accessQuery(api).queryKey],
  })
}
