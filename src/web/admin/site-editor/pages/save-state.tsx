import { Redo2, Undo2 } from 'lucide-react'
import { useBuilder } from '#web/admin/site-editor/pages/builder.tsx'
import { Button } from '#web/ui/forms/button.tsx'

const textButton = 'min-h-11 cursor-pointer text-left underline underline-offset-4'

type SaveStateProps = {
  /** Leads to the first problem; absent where there are no fields. */
  onShowProblem?: () => void
}

/** Whether the edits are saved in the draft, and the buttons for undo and redo. */
export function SaveState({ onShowProblem }: SaveStateProps) {
  const { undo, redo, canUndo, canRedo } = useBuilder()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div role="status" className="text-sm">
        <State {...(onShowProblem && { onShowProblem })} />
      </div>
      <div className="flex">
        <Button variant="quiet" size="icon" aria-label="Undo" title="Undo (Ctrl+Z)" disabled={!canUndo} onClick={undo}>
          <Undo2 aria-hidden className="size-5" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          className="-ml-0.5"
          aria-label="Redo"
          title="Redo (Ctrl+Shift+Z)"
          disabled={!canRedo}
          onClick={redo}
        >
          <Redo2 aria-hidden className="size-5" />
        </Button>
      </div>
    </div>
  )
}

function State({ onShowProblem }: SaveStateProps) {
  const { isSaving, isDirty, problems, failure, decide, draft, save } = useBuilder()
  const count = Object.keys(problems).length
  if (decide)
    return (
      <button type="button" className={`${textButton} text-error-ink`} onClick={decide}>
        Not saved: somebody else has changed this too
      </button>
    )
  if (failure)
    return (
      <span className="text-error-ink">
        Not saved. {failure}{' '}
        <button type="button" className={textButton} onClick={() => void save()}>
          Try again
        </button>
      </span>
    )
  if (isSaving) return <span className="text-soft">Saving…</span>
  if (count > 0) {
    const words = count === 1 ? 'Not saved: 1 problem to correct' : `Not saved: ${count} problems to correct`
    return onShowProblem ? (
      <button type="button" className={`${textButton} text-error-ink`} onClick={onShowProblem}>
        {words}
      </button>
    ) : (
      <span className="text-error-ink">{words}</span>
    )
  }
  if (isDirty) return <span className="text-soft">Not saved yet</span>
  return <span className="text-soft">{draft.draft ? 'Saved in the draft' : 'Nothing changed'}</span>
}
