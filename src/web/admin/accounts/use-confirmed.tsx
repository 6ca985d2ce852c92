import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { isEnabled } from '#domain/accounts/second-factor.ts'
import { ourAccountTexts } from '#domain/texts/our-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ConfirmFields, useConfirmPerson } from '#web/admin/accounts/confirm-person.tsx'
import { confirmationOf } from '#web/admin/accounts/confirmation.ts'
import { factorsQuery } from '#web/admin/accounts/own-queries.ts'
import type { SignedInUser } from '#web/admin/session/session-query.ts'
import { Refused } from '#web/answer.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type Question = {
  title: string
  text: ReactNode
  confirmLabel: string
  variant?: 'warning' | 'danger' | 'info'
}
type Headers = Record<string, string>
type Confirmed = <T>(question: Question, run: (headers: Headers) => Promise<T>) => Promise<T | null>

type Asked = { question: Question; run: (headers: Headers) => Promise<void>; leave: () => void }

const Asking = createContext<Confirmed | null>(null)

/**
 * For what a session alone is not enough for: asks the question, and for the password and code unless they were given a
 * moment ago, then runs. Null when the person has thought better of it; what `run` throws is the caller's to tell.
 */
export function useConfirmed(): Confirmed {
  const confirmed = useContext(Asking)
  if (!confirmed) throw new Error('useConfirmed is for screens inside ConfirmedProvider.')
  return confirmed
}

export function ConfirmedProvider({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const confirmed = useCallback<Confirmed>(
    (question, run) =>
      new Promise((resolve, reject) => {
        const close = () => setAsked(null)
        const leave = () => {
          close()
          resolve(null)
        }
        const attempt = async (headers: Headers) => {
          try {
            resolve(await run(headers))
          } catch (error) {
            // It has run out meanwhile: the dialog stays and asks for the password.
            if (isUnconfirmed(error)) throw error
            reject(error)
          }
          close()
        }
        setAsked({ question, run: attempt, leave })
      }),
    [],
  )
  return (
    <Asking value={confirmed}>
      {children}
      <Question asked={asked} user={user} />
    </Asking>
  )
}

const isUnconfirmed = (error: unknown) => error instanceof Refused && error.reason === 'confirmation-required'

/** What was asked stays in view while the dialog goes away. */
function Question({ asked, user }: { asked: Asked | null; user: SignedInUser }) {
  const { api } = useRouter().options.context
  const confirmation = useMemo(() => confirmationOf(api), [api])
  const [shown, setShown] = useState(asked)
  const [needsPerson, setNeedsPerson] = useState(true)
  if (asked && asked !== shown) {
    setShown(asked)
    setNeedsPerson(confirmation.headers() === null)
  }
  const { data: factors = user.factors } = useQuery({ ...factorsQuery(api), enabled: asked !== null && needsPerson })
  const asksCode = isEnabled(factors)
  const confirming = useConfirmPerson({
    asksCode,
    otherwise: errorPanelTexts.unexpected,
    send: async (form) => {
      await confirmation.ask(form)
      await run()
    },
  })
  const [isRunning, setRunning] = useState(false)

  async function run(): Promise<void> {
    const headers = confirmation.headers()
    if (!headers) return setNeedsPerson(true)
    setRunning(true)
    try {
      await asked?.run(headers)
      confirming.reset()
    } catch {
      confirmation.drop()
      setNeedsPerson(true)
    } finally {
      setRunning(false)
    }
  }

  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={() => {
        confirming.reset()
        asked?.leave()
      }}
      onConfirm={() => void (needsPerson ? confirming.submit() : run())}
      loading={confirming.busy || isRunning}
      autoClose={false}
      title={shown?.question.title ?? ''}
      variant={shown?.question.variant ?? 'warning'}
      confirmLabel={shown?.question.confirmLabel ?? ''}
    >
      {shown?.question.text}
      {needsPerson && (
        <form {...confirming.form} className="mt-5 grid gap-5 text-ink">
          <p className="font-semibold">{ourAccountTexts.confirmationRequired}</p>
          <ConfirmFields of={confirming} asksCode={asksCode} />
          {/* Enter in a field confirms; the button that is seen belongs to the dialog. */}
          <button type="submit" hidden />
        </form>
      )}
    </ConfirmDialog>
  )
}
