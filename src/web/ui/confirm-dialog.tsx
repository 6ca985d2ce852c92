import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { uiTexts } from '#domain/texts/ui.ts'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { backdropLook, popupLook, viewportLook } from '#web/ui/dialog-look.ts'
import { keepTabInside } from '#web/ui/keep-inside.ts'

const variants = {
  warning: { Icon: TriangleAlert, ink: 'text-highlight-ink', button: 'primary' },
  danger: { Icon: OctagonAlert, ink: 'text-error-ink', button: 'danger' },
  info: { Icon: Info, ink: 'text-soft', button: 'primary' },
} satisfies Record<string, { Icon: typeof Info; ink: string; button: ButtonLook['variant'] }>

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  /** A promise keeps the dialog open and loading until it is kept; if it is broken, the dialog stays. */
  onConfirm: () => unknown
  title: string
  children: ReactNode
  variant?: keyof typeof variants
  confirmLabel?: string
  cancelLabel?: string
  loading?: boolean
  /** False leaves the closing to whoever opened it. */
  autoClose?: boolean
}

export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  children,
  variant = 'warning',
  confirmLabel = uiTexts.confirm,
  cancelLabel = uiTexts.cancel,
  loading = false,
  autoClose = true,
}: ConfirmDialogProps) {
  const { Icon, ink, button } = variants[variant]
  const { busy, confirm } = useConfirm({ onConfirm, onClose, loading, autoClose })
  const popup = useRef<HTMLDivElement>(null)
  // A button that is switched off would drop the focus out of the dialog.
  useEffect(() => {
    if (busy) popup.current?.focus()
  }, [busy])
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || busy || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropLook} />
        <AlertDialog.Viewport className={viewportLook}>
          <AlertDialog.Popup
            ref={popup}
            aria-busy={busy}
            data-variant={variant}
            onKeyDown={keepTabInside}
            className={`${popupLook} p-6 sm:max-w-lg`}
          >
            <div className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
              <Icon aria-hidden className={`size-8 ${ink}`} />
              <AlertDialog.Title className="poster-type self-center text-3xl leading-none">{title}</AlertDialog.Title>
              <AlertDialog.Description render={<div />} className="col-start-2 text-soft">
                {children}
              </AlertDialog.Description>
            </div>
            <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Button variant="quiet" disabled={busy} onClick={onClose}>
                {cancelLabel}
              </Button>
              <Button variant={button} disabled={busy} onClick={confirm}>
                {busy ? uiTexts.processing : confirmLabel}
                {busy && <span aria-hidden className="busy-line" />}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

type Confirming = Required<Pick<ConfirmDialogProps, 'onConfirm' | 'onClose' | 'loading' | 'autoClose'>>

/** Whether to close is decided a render later: by then the handler may have set `loading`. */
function useConfirm({ onConfirm, onClose, loading, autoClose }: Confirming) {
  const [step, setStep] = useState<'asking' | 'working' | 'done'>('asking')
  useEffect(() => {
    if (step !== 'done') return
    setStep('asking')
    if (!loading && autoClose) onClose()
  }, [step, loading, autoClose, onClose])
  const confirm = async () => {
    const answer = onConfirm()
    if (!(answer instanceof Promise)) return setStep('done')
    setStep('working')
    await answer.then(
      () => setStep('done'),
      (error) => {
        setStep('asking')
        throw error
      },
    )
  }
  return { busy: loading || step === 'working', confirm }
}
