import { toastMs } from '#domain/ui/shell.ts'

export type ToastKind = 'success' | 'error' | 'info'
/** What can still be done about what it says, and how long. Whoever has only keys gets the focus on it. */
export type ToastOffer = { label: string; run: () => void; ms: number; takesFocus?: boolean }
export type Toast = { id: number; kind: ToastKind; text: string; offer?: ToastOffer | undefined }

const room = 4

/** A pointer or the focus may rest on the toasts. */
type Holder = 'pointer' | 'focus'
type Lying = Toast & { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }

/** The toasts there are, and their clocks. While held, no time passes for them. */
export function toastShelf() {
  let lying: Lying[] = []
  let shown: readonly Toast[] = []
  const holders = new Set<Holder>()
  let lastId = 0
  const readers = new Set<() => void>()

  const changed = () => {
    shown = lying.map(({ id, kind, text, offer }) => ({ id, kind, text, offer }))
    for (const read of readers) read()
  }
  const run = (toast: Lying) => {
    toast.since = Date.now()
    toast.timer = setTimeout(remove, toast.left, toast.id)
  }
  const stop = (toast: Lying) => {
    clearTimeout(toast.timer)
    toast.left -= Date.now() - toast.since
  }
  function remove(id: number) {
    for (const toast of lying) if (toast.id === id) clearTimeout(toast.timer)
    lying = lying.filter((toast) => toast.id !== id)
    if (lying.length === 0) holders.clear()
    changed()
  }

  return {
    shown: () => shown,
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
    /** The same words again start their time anew; a full shelf gives up its oldest. */
    add(kind: ToastKind, text: string, offer?: ToastOffer) {
      for (const same of lying.filter((toast) => toast.kind === kind && toast.text === text)) remove(same.id)
      if (lying.length === room) remove(lying[0]!.id)
      const left = offer?.ms ?? toastMs
      const toast: Lying = { id: ++lastId, kind, text, offer, left, since: Date.now(), timer: undefined }
      lying = [...lying, toast]
      if (holders.size === 0) run(toast)
      changed()
    },
    remove,
    hold(by: Holder) {
      if (holders.size === 0) lying.forEach(stop)
      holders.add(by)
    },
    release(by: Holder) {
      if (holders.delete(by) && holders.size === 0) lying.forEach(run)
    },
  }
}

export type ToastShelf = ReturnType<typeof toastShelf>
