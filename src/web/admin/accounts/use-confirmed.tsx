import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useCallback, useMemo, useState } from 'react'
import { isSecondFactorEnabled } from '#domain/accounts/second-factor.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { secondFactorsQuery } from '#web/admin/accounts/account-queries.ts'
import { getConfirmationStore } from '#web/admin/accounts/confirmation.ts'
import { ConfirmationFields, useConfirmationFields } from '#web/admin/accounts/confirmation-fields.tsx'
import type { SignedInUser } from '#web/admin/session/session-query.ts'
import { ApiError } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { useRequiredContext } from '#web/ui/required-context.ts'

export type ConfirmationQuestion = {
  title: string
  text: ReactNode
  confirmLabel: string
  variant?: 'warning' | 'danger' | 'info'
}
type Headers = Record<string, string>
export type RunConfirmed = <T>(
  question: ConfirmationQuestion,
  run: (headers: Headers) => Promise<T>,
) => Promise<T | null>

type PendingQuestion = { question: ConfirmationQuestion; run: (headers: Headers) => Promise<void>; cancel: () => void }

const ConfirmedContext = createContext<RunConfirmed | null>(null)

/**
 * For requests that require a confirmation: asks the question, and for password and code unless they were entered a
 * moment ago, then runs. Resolves to null when the user cancels; the caller shows what `run` throws.
 */
export function useConfirmedRequest(): RunConfirmed {
  return useRequiredContext(ConfirmedContext, 'useConfirmedRequest must be used within a ConfirmationProvider')
}

export function ConfirmationProvider({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const [pending, setPending] = useState<PendingQuestion | null>(null)
  const confirmed = useCallback<RunConfirmed>(
    (question, run) =>
      new Promise((resolve, reject) => {
        const close = () => setPending(null)
        const cancel = () => {
          close()
          resolve(null)
        }
        const attempt = async (headers: Headers) => {
          try {
            resolve(await run(headers))
          } catch (error) {
            // The confirmation has expired meanwhile: the dialog stays open and asks for the password.
            if (isConfirmationRequired(error)) throw error
            reject(error)
          }
          close()
        }
        setPending({ question, run: attempt, cancel })
      }),
    [],
  )
  return (
    <ConfirmedContext value={confirmed}>
      {children}
      <QuestionDialog pending={pending} user={user} />
    </ConfirmedContext>
  )
}

export const isConfirmationRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'confirmation-required'

/** The last question stays visible while the dialog closes. */
function QuestionDialog({ pending, user }: { pending: PendingQuestion | null; user: SignedInUser }) {
  const { api } = useRouter().options.context
  const confirmation = useMemo(() => getConfirmationStore(api), [api])
  const [shown, setShown] = useState(pending)
  const [needsPassword, setNeedsPassword] = useState(true)
  if (pending && pending !== shown) {
    setShown(pending)
    setNeedsPassword(confirmation.headers() === null)
  }
  const { data: factors = user.factors } = useQuery({
    ...secondFactorsQuery(api),
    enabled: pending !== null && needsPassword,
  })
  const secondFactor = isSecondFactorEnabled(factors) ? 'authenticator' : 'none'
  const confirming = useConfirmationFields({
    secondFactor,
    otherwise: errorPanelTexts.unexpected,
    send: async (form) => {
      await confirmation.request(form)
      await run()
    },
  })
  const [isRunning, setRunning] = useState(false)

  async function run(): Promise<void> {
    const headers = confirmation.headers()
    if (!headers) return setNeedsPassword(true)
    setRunning(true)
    try {
      await pending?.run(headers)
      confirming.reset()
    } catch {
      confirmation.drop()
      setNeedsPassword(true)
    } finally {
      setRunning(false)
    }
  }

  return (
    <ConfirmDialog
      open={pending !== null}
      onClose={() => {
        confirming.reset()
        pending?.cancel()
      }}
      onConfirm={() => void (needsPassword ? confirming.submit() : run())}
      loading={confirming.busy || isRunning}
      autoClose={false}
      title={shown?.question.title ?? ''}
      variant={shown?.question.variant ?? 'warning'}
      confirmLabel={shown?.question.confirmLabel ?? ''}
    >
      {shown?.question.text}
      {needsPassword && (
        <form {...confirming.form} className="mt-5 grid gap-5 text-ink">
          <p className="font-semibold">{accountTexts.confirmationRequired}</p>
          <ConfirmationFields form={confirming} secondFactor={secondFactor} />
          {/* Enter in a field confirms; the visible button belongs to the dialog. */}
          <button type="submit" hidden />
        </form>
      )}
    </ConfirmDialog>
  )
}
