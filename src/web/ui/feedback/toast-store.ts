import { toastMs } from '#domain/ui/shell.ts'

export type ToastKind = 'success' | 'error' | 'info'
/** A button in the toast. With `ms` the toast stays longer. `takesFocus` is for visitors who use the keyboard. */
export type ToastAction = { label: string; run: () => void; ms?: number; takesFocus?: boolean }
export type Toast = { id: number; kind: ToastKind; text: string; action?: ToastAction | undefined }

const maxToasts = 4

type PauseReason = 'pointer' | 'focus'
type TimedToast = Toast & { remainingMs: number; startedAt: number; timer: ReturnType<typeof setTimeout> | undefined }

/**
 * The visible toasts and their timers, which stop while the pointer or the focus is on the toasts.
 *
 * Not Base UI's Toast: it adds 26 kB (gzip) to every page where this takes 2 kB, stops the timers while the window has
 * no focus although the specification says 5000 ms, hides toasts over the limit and shows them again later, and has no
 * assertive live region in the first HTML.
 */
export function createToastStore() {
  let timed: TimedToast[] = []
  let visible: readonly Toast[] = []
  const pausedBy = new Set<PauseReason>()
  let lastId = 0
  const listeners = new Set<() => void>()

  const publish = () => {
    visible = timed.map(({ id, kind, text, action }) => ({ id, kind, text, action }))
    for (const listener of listeners) listener()
  }
  const startTimer = (toast: TimedToast) => {
    toast.startedAt = Date.now()
    toast.timer = setTimeout(remove, toast.remainingMs, toast.id)
  }
  const stopTimer = (toast: TimedToast) => {
    clearTimeout(toast.timer)
    toast.remainingMs -= Date.now() - toast.startedAt
  }
  function remove(id: number) {
    for (const toast of timed) if (toast.id === id) clearTimeout(toast.timer)
    timed = timed.filter((toast) => toast.id !== id)
    if (timed.length === 0) pausedBy.clear()
    publish()
  }

  return {
    visible: () => visible,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A repeated text replaces its toast and restarts the time. The oldest toast makes room for a fifth. */
    add(kind: ToastKind, text: string, action?: ToastAction) {
      for (const same of timed.filter((toast) => toast.kind === kind && toast.text === text)) remove(same.id)
      if (timed.length === maxToasts) remove(timed[0]!.id)
      const toast: TimedToast = {
        id: ++lastId,
        kind,
        text,
        action,
        remainingMs: action?.ms ?? toastMs,
        startedAt: Date.now(),
        timer: undefined,
      }
      timed = [...timed, toast]
      if (pausedBy.size === 0) startTimer(toast)
      publish()
    },
    remove,
    pause(reason: PauseReason) {
      if (pausedBy.size === 0) timed.forEach(stopTimer)
      pausedBy.add(reason)
    },
    resume(reason: PauseReason) {
      if (pausedBy.delete(reason) && pausedBy.size === 0) timed.forEach(startTimer)
    },
  }
}

export type ToastStore = ReturnType<typeof createToastStore>
