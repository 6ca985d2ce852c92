import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useProvided } from '#web/ui/provided.ts'
import { type Toast, type ToastKind, type ToastOffer, type ToastShelf, toastShelf } from '#web/ui/toast-shelf.ts'

type Say = Record<ToastKind, (text: string, offer?: ToastOffer) => void>

const ToastContext = createContext<Say | null>(null)

/** `useToast().success('Saved')`. */
export const useToast = (): Say => useProvided(ToastContext, 'useToast must be used within a ToastProvider')

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shelf] = useState(toastShelf)
  const say = useMemo<Say>(
    () => ({
      success: (text, offer) => shelf.add('success', text, offer),
      error: (text, offer) => shelf.add('error', text, offer),
      info: (text, offer) => shelf.add('info', text, offer),
    }),
    [shelf],
  )
  return (
    <ToastContext value={say}>
      {children}
      <Toasts shelf={shelf} />
    </ToastContext>
  )
}

const none: readonly Toast[] = []

function Toasts({ shelf }: { shelf: ToastShelf }) {
  const toasts = useSyncExternalStore(shelf.subscribe, shelf.shown, () => none)
  const cameFrom = useRef<EventTarget>(null)
  const enter = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
    shelf.hold('focus')
  }
  const leave = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) shelf.release('focus')
  }
  const dismiss = (id: number) => {
    shelf.remove(id)
    // What was under the pointer or had the focus is gone, and its leaving is not always reported.
    shelf.release('pointer')
    shelf.release('focus')
    if (!(cameFrom.current instanceof HTMLElement)) return
    if (cameFrom.current.isConnected) cameFrom.current.focus()
    else document.querySelector('main')?.focus({ preventScroll: true })
  }
  return (
    <section
      aria-label="Notifications"
      data-still="notices"
      onPointerMove={() => shelf.hold('pointer')}
      onPointerLeave={() => shelf.release('pointer')}
      onFocus={enter}
      onBlur={leave}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--bottom-bar,0px)+var(--offline-bar,0px)+env(safe-area-inset-bottom))] z-50 mx-auto w-full max-w-md px-4"
    >
      <List manner="assertive" toasts={toasts.filter(({ kind }) => kind === 'error')} onDismiss={dismiss} />
      <List manner="polite" toasts={toasts.filter(({ kind }) => kind !== 'error')} onDismiss={dismiss} />
    </section>
  )
}

type ListProps = { manner: 'assertive' | 'polite'; toasts: Toast[]; onDismiss: (id: number) => void }

/** There before its first toast: a screen reader hears only what is added to a region that it knows. */
function List({ manner, toasts, onDismiss }: ListProps) {
  return (
    <ul aria-live={manner}>
      {toasts.map(({ id, kind, text, offer }) => {
        const { Icon, ground } = looks[kind]
        return (
          <li
            key={id}
            data-toast={kind}
            className={`pointer-events-auto mt-2 flex gap-3 pl-4 text-on-status shadow-xl transition-[opacity,translate] duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out) starting:translate-y-4 starting:opacity-0 ${ground}`}
          >
            <Icon aria-hidden className="my-3 size-5 shrink-0" />
            <p className="grow self-center py-2.5 font-medium">{text}</p>
            {offer && (
              <Offer
                offer={offer}
                onTake={() => {
                  onDismiss(id)
                  offer.run()
                }}
              />
            )}
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => onDismiss(id)}
              className="grid size-11 shrink-0 cursor-pointer place-items-center opacity-80 outline-offset-[-4px] hover:opacity-100"
            >
              <X aria-hidden className="size-5" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Offer({ offer: { label, takesFocus }, onTake }: { offer: ToastOffer; onTake: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <button
      ref={button}
      type="button"
      onClick={onTake}
      className="min-h-11 shrink-0 cursor-pointer px-2 font-semibold underline underline-offset-4 outline-offset-[-4px]"
    >
      {label}
    </button>
  )
}

const looks: Record<ToastKind, { Icon: typeof Info; ground: string }> = {
  success: { Icon: CircleCheck, ground: 'bg-success' },
  error: { Icon: CircleAlert, ground: 'bg-error' },
  info: { Icon: Info, ground: 'bg-info' },
}
