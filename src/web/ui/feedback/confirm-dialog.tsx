import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { backdropClass, popupClass, trapTabFocus, viewportClass } from '#web/ui/feedback/dialog.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

const variants = {
  warning: { Icon: TriangleAlert, ink: 'text-highlight-ink' },
  danger: { Icon: OctagonAlert, ink: 'text-error-ink' },
  info: { Icon: Info, ink: 'text-soft' },
} satisfies Record<string, { Icon: typeof Info; ink: string }>

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  /** While a returned promise is pending the dialog is loading; when it rejects, the dialog stays open and says why. */
  onConfirm: () => unknown
  title: string
  children: ReactNode
  variant?: keyof typeof variants
  confirmLabel?: string
  cancelLabel?: string
  loading?: boolean
  /** False leaves closing to the parent. */
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
  const { Icon, ink } = variants[variant]
  const { busy, problem, confirm } = useConfirm({ open, onConfirm, onClose, loading, autoClose })
  const popup = useRef<HTMLDivElement>(null)
  // A disabled button loses the focus, which would leave the dialog.
  useEffect(() => {
    if (busy) popup.current?.focus()
  }, [busy])
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || busy || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropClass} />
        <AlertDialog.Viewport className={viewportClass}>
          <AlertDialog.Popup
            ref={popup}
            aria-busy={busy}
            data-variant={variant}
            onKeyDown={trapTabFocus}
            className={`${popupClass} p-6 sm:max-w-lg`}
          >
            <div className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
              <Icon aria-hidden className={`size-8 ${ink}`} />
              <AlertDialog.Title className="poster-type self-center text-3xl leading-none">{title}</AlertDialog.Title>
              <AlertDialog.Description render={<div />} className="col-start-2 text-soft">
                {children}
              </AlertDialog.Description>
            </div>
            {problem && (
              <div className="mt-6">
                <StatusBanner status="error">{problem}</StatusBanner>
              </div>
            )}
            <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              {/* The second half of a double click that has opened the dialog closes nothing. */}
              <Button variant="quiet" disabled={busy} onClick={({ detail }) => detail < 2 && onClose()}>
                {cancelLabel}
              </Button>
              <Button disabled={busy} onClick={confirm}>
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

type ConfirmOptions = Required<Pick<ConfirmDialogProps, 'open' | 'onConfirm' | 'onClose' | 'loading' | 'autoClose'>>

/** Decides one render later whether to close: by then the handler may have set `loading`. */
function useConfirm({ open, onConfirm, onClose, loading, autoClose }: ConfirmOptions) {
  const [step, setStep] = useState<'asking' | 'working' | 'done'>('asking')
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!open) setProblem(null)
  }, [open])
  useEffect(() => {
    if (step !== 'done') return
    setStep('asking')
    if (!loading && autoClose) onClose()
  }, [step, loading, autoClose, onClose])
  const confirm = async () => {
    const answer = onConfirm()
    if (!(answer instanceof Promise)) return setStep('done')
    setProblem(null)
    setStep('working')
    await answer.then(
      () => setStep('done'),
      (error: unknown) => {
        setStep('asking')
        setProblem(errorSentence(error, errorPanelTexts.unexpected))
      },
    )
  }
  return { busy: loading || step === 'working', problem, confirm }
}
