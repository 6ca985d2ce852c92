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
import {
  createToastStore,
  type Toast,
  type ToastAction,
  type ToastKind,
  type ToastStore,
} from '#web/ui/feedback/toast-store.ts'
import { useRequiredContext } from '#web/ui/required-context.ts'

type ToastFunctions = Record<ToastKind, (text: string, action?: ToastAction) => void>

const ToastContext = createContext<ToastFunctions | null>(null)

/** `useToast().success('Saved')`. */
export const useToast = (): ToastFunctions =>
  useRequiredContext(ToastContext, 'useToast must be used within a ToastProvider')

export function ToastProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createToastStore)
  const value = useMemo<ToastFunctions>(
    () => ({
      success: (text, action) => store.add('success', text, action),
      error: (text, action) => store.add('error', text, action),
      info: (text, action) => store.add('info', text, action),
    }),
    [store],
  )
  return (
    <ToastContext value={value}>
      {children}
      <Toasts store={store} />
    </ToastContext>
  )
}

const none: readonly Toast[] = []

function Toasts({ store }: { store: ToastStore }) {
  const toasts = useSyncExternalStore(store.subscribe, store.visible, () => none)
  const previousFocus = useRef<EventTarget>(null)
  const section = useRef<HTMLElement>(null)
  const newestOffer = toasts.findLast(({ action }) => action)?.id
  useEffect(() => (newestOffer ? leadTab(section.current!) : undefined), [newestOffer])
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget
    store.pause('focus')
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) store.resume('focus')
  }
  const dismiss = (id: number) => {
    store.remove(id)
    // Browsers do not always report that the pointer or the focus left a removed element.
    store.resume('pointer')
    store.resume('focus')
    if (!(previousFocus.current instanceof HTMLElement)) return
    if (previousFocus.current.isConnected) previousFocus.current.focus()
    else document.querySelector('main')?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={section}
      aria-label="Notifications"
      data-still="notices"
      onPointerMove={() => store.pause('pointer')}
      onPointerLeave={() => store.resume('pointer')}
      onFocus={onFocus}
      onBlur={onBlur}
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--bottom-bar,0px)+var(--offline-bar,0px)+var(--consent-bar,0px)+var(--action-bar,0px)+env(safe-area-inset-bottom))] z-50 mx-auto w-full max-w-md px-4"
    >
      <List live="assertive" toasts={toasts.filter(({ kind }) => kind === 'error')} onDismiss={dismiss} />
      <List live="polite" toasts={toasts.filter(({ kind }) => kind !== 'error')} onDismiss={dismiss} />
    </section>
  )
}

/**
 * The toasts are at the end of the document, far from the pressed button. So the first Tab after a toast with a button
 * leads to that button, and Tab from the last button of the toasts leads back.
 */
function leadTab(toasts: HTMLElement): () => void {
  let from: Element | null = null
  const all = (selector: string) => [...toasts.querySelectorAll<HTMLElement>(selector)]
  const stop = () => document.removeEventListener('keydown', moveFocusOnTab)
  function moveFocusOnTab(event: KeyboardEvent) {
    if (event.key !== 'Tab') return
    const at = document.activeElement
    const focus = (target: Element | null | undefined) => {
      if (!(target instanceof HTMLElement) || target === document.body) return
      event.preventDefault()
      target.focus()
    }
    if (from) {
      if (at !== all('button').at(event.shiftKey ? 0 : -1)) return
      stop()
      focus(from)
    } else if (event.shiftKey || toasts.contains(at) || document.querySelector('[role=dialog],:modal')) stop()
    else {
      from = at
      focus(all('[data-offer]').at(-1))
    }
  }
  document.addEventListener('keydown', moveFocusOnTab)
  return stop
}

type ListProps = { live: 'assertive' | 'polite'; toasts: Toast[]; onDismiss: (id: number) => void }

/** Rendered before its first toast: screen readers announce only what is added to a live region they know. */
function List({ live, toasts, onDismiss }: ListProps) {
  return (
    <ul aria-live={live}>
      {toasts.map(({ id, kind, text, action }) => {
        const { Icon, background } = styles[kind]
        return (
          <li
            key={id}
            data-toast={kind}
            className={`pointer-events-auto mt-2 flex gap-3 pl-4 text-on-status shadow-xl transition-[opacity,translate] duration-(--motion-duration,0.3s) ease-(--motion-easing,ease-in-out) starting:translate-y-4 starting:opacity-0 ${background}`}
          >
            <Icon aria-hidden className="my-3 size-5 shrink-0" />
            <p className="grow self-center py-2.5 font-medium">{text}</p>
            {action && (
              <ActionButton
                action={action}
                onClick={() => {
                  onDismiss(id)
                  action.run()
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

function ActionButton({ action: { label, takesFocus }, onClick }: { action: ToastAction; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <button
      ref={button}
      type="button"
      data-offer
      onClick={onClick}
      className="min-h-11 shrink-0 cursor-pointer px-2 font-semibold underline underline-offset-4 outline-offset-[-4px]"
    >
      {label}
    </button>
  )
}

const styles: Record<ToastKind, { Icon: typeof Info; background: string }> = {
  success: { Icon: CircleCheck, background: 'bg-success' },
  error: { Icon: CircleAlert, background: 'bg-error' },
  info: { Icon: Info, background: 'bg-info' },
}
