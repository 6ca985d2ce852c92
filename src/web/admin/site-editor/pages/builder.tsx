import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import type { PartName, SiteDocument } from '#domain/site-editor/document.ts'
import { ownPageOf, parseEditablePage, partOfPage } from '#domain/site-editor/editable-pages.ts'
import type { PartEdits } from '#domain/site-editor/part-edits.ts'
import { partTitle } from '#domain/site-editor/words.ts'
import { DraftBar } from '#web/admin/site-editor/draft-bar.tsx'
import { draftQuery } from '#web/admin/site-editor/draft-query.ts'
import { createBuilderStore, dirtyParts } from '#web/admin/site-editor/pages/builder-store.ts'
import { ConflictDialog } from '#web/admin/site-editor/pages/conflict-dialog.tsx'
import { useAutosave } from '#web/admin/site-editor/pages/use-autosave.ts'
import { LeaveGuard } from '#web/admin/ui/editor/leave-guard.tsx'
import { unsavedForms } from '#web/admin/ui/editor/unsaved-work.ts'
import { SkeletonRows } from '#web/admin/ui/lists/list-status.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { useRequiredContext } from '#web/ui/required-context.ts'

export type Builder = {
  /** As it is edited here. */
  document: SiteDocument
  draft: SiteDraftAnswer
  /** An edit of the newest state; typing in one field (`field`) is one step. Answers with the number of the step. */
  edit: (make: (document: SiteDocument) => PartEdits, field?: string) => number
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  /** Goes back by this step where it is the last one. */
  undoStep: (step: number) => boolean
  /** Notes what is uploaded for a field; null when the upload has ended. */
  uploading: (field: string, words: string | null) => void
  /** Somebody else has changed what was edited here: asks what to do about it. */
  decide: (() => void) | null
  restart: () => void
} & Pick<ReturnType<typeof useAutosave>, 'save' | 'isSaving' | 'isDirty' | 'problems' | 'failure'>

const BuilderContext = createContext<Builder | null>(null)
export const useBuilder = (): Builder =>
  useRequiredContext(BuilderContext, 'useBuilder must be used within a BuilderProvider')

/** Around all screens of the page builder, so that undo and unsaved edits go on from one page to the next. */
export function BuilderProvider({ children }: { children: ReactNode }) {
  const { api } = useRouter().options.context
  const [round, setRound] = useState(0)
  return (
    <QueryBoundary
      query={draftQuery(api)}
      failed="The draft of your website could not be loaded."
      skeleton={
        <Screen title="Pages">
          <SkeletonRows rows={6} />
        </Screen>
      }
    >
      {(draft) => (
        <RunningBuilder key={round} draft={draft} restart={() => setRound((before) => before + 1)}>
          {children}
        </RunningBuilder>
      )}
    </QueryBoundary>
  )
}

const isOutside = (_: unknown, { pathname }: { pathname: string }) => !/^\/admin\/site\/pages(\/|$)/.test(pathname)

type RunningBuilderProps = { draft: SiteDraftAnswer; restart: () => void; children: ReactNode }

function RunningBuilder({ draft, restart, children }: RunningBuilderProps) {
  const [store] = useState(() => createBuilderStore(draft))
  const state = useSyncExternalStore(store.subscribe, store.state, store.state)
  useEffect(() => store.dispatch({ type: 'loaded', draft }), [store, draft])
  const { conflict, settle, ...saving } = useAutosave(store, state)
  const uploads = useRef(new Map<string, string>())
  const isUnsaved = useUnsaved(() => dirtyParts(store.state()).length > 0 || uploads.current.size > 0, saving.isDirty)
  const [decidesLater, setLater] = useState(false)
  const tell = useStepWords()

  function go(type: 'undo' | 'redo'): void {
    const { past, future } = store.state()
    const step = type === 'undo' ? past.at(-1) : future[0]
    if (!step) return
    store.dispatch({ type })
    tell(type, { document: store.state().document, parts: Object.keys(step.after) as PartName[] })
  }
  useKeys({ undo: () => go('undo'), redo: () => go('redo'), save: () => void saving.save() })

  const builder: Builder = {
    ...saving,
    document: state.document,
    draft: state.draft,
    edit: (make, field) => {
      store.dispatch({ type: 'edit', edits: make(store.state().document), field, at: Date.now() })
      return store.state().lastStep
    },
    undo: () => go('undo'),
    redo: () => go('redo'),
    canUndo: state.past.length > 0,
    canRedo: state.future.length > 0,
    undoStep: (step) => {
      const isLast = store.state().past.at(-1)?.id === step
      if (isLast) store.dispatch({ type: 'undo' })
      return isLast
    },
    uploading: (field, words) => {
      if (words) uploads.current.set(field, words)
      else uploads.current.delete(field)
      unsavedForms.changed()
    },
    decide: conflict && (() => setLater(false)),
    restart,
  }
  return (
    <BuilderContext value={builder}>
      {children}
      <LeaveGuard isUnsaved={isUnsaved} removesForm={isOutside} saveFirst={saving.save} />
      <ConflictDialog
        conflict={decidesLater ? null : conflict}
        document={state.document}
        onClose={() => setLater(true)}
        onSettle={settle}
      />
    </BuilderContext>
  )
}

/** The state of the draft. It is saved by itself here, so nothing says that it has to be. */
export function BuilderDraftBar() {
  const { draft, restart } = useBuilder()
  return <DraftBar draft={draft} onReplaced={restart} isAutosaved />
}

/** Registers what is edited here as unsaved work. A ref, because leaving right after a save must not wait for the next render. */
function useUnsaved(isUnsaved: () => boolean, isDirty: boolean): () => boolean {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useEffect(() => unsavedForms.enter(() => latest.current()), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever `isDirty` changes
  useEffect(unsavedForms.changed, [isDirty])
  return () => latest.current()
}

/** Says what has changed where it is not in view. */
function useStepWords() {
  const router = useRouter()
  const toast = useToast()
  return (type: 'undo' | 'redo', { document, parts }: { document: SiteDocument; parts: PartName[] }) => {
    const shown = parseEditablePage(router.state.location.pathname.split('/').at(-1) ?? '')
    if (shown && parts.includes(partOfPage(shown))) return
    const titles = parts.map((part) => {
      const page = parseEditablePage(part)
      return partTitle(part, (page && ownPageOf(document, page)) ?? undefined)
    })
    toast.info(`${type === 'undo' ? 'Undone' : 'Done again'}: ${titles.join(', ')}.`)
  }
}

type KeyHandlers = { undo: () => void; redo: () => void; save: () => void }

/** The whole draft has one undo, also while a field has the focus. Dialogs keep their own keys. */
function useKeys(keys: KeyHandlers): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.target instanceof Element && event.target.closest('[role=dialog],[role=alertdialog]')) return
      const key = event.key.toLowerCase()
      const run = key === 'z' ? (event.shiftKey ? 'redo' : 'undo') : key === 'y' ? 'redo' : key === 's' ? 'save' : null
      if (!run) return
      event.preventDefault()
      latest.current[run]()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
