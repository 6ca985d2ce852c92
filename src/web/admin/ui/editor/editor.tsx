import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { sessionQuery, signedOutTexts } from '#web/admin/session/session-query.ts'
import { bottomBarClass, bottomBarRef } from '#web/admin/ui/bottom-bar.ts'
import { focusField } from '#web/admin/ui/editor/field-problems.ts'
import { LeaveGuard } from '#web/admin/ui/editor/leave-guard.tsx'
import type { EditorState } from '#web/admin/ui/editor/use-editor.ts'
import { BackToListLink } from '#web/admin/ui/query-boundary.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { SelectBox } from '#web/ui/forms/inputs.tsx'

type EditorProps<V extends object> = {
  editor: EditorState<V>
  /** The address of the list; absent where there is none. */
  back?: string
  saveLabel?: string
  /** Whether visitors see the record: its field, and what to change to publish a draft. */
  publishing?: { field: ReactNode; isDraft: boolean; publish: Partial<V> }
  /** Offers “Save and add next”; `onSaved` of the editor does what follows. */
  hasNext?: boolean
  /** The form follows another one that was just saved, so its first field gets the focus. */
  isNext?: boolean
  /** Further actions beside saving. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * The frame of an editor: the fields to correct above, actions and the result of the last save in the bar below, which
 * is always visible, and a warning before unsaved changes are lost.
 */
export function Editor<V extends object>({ editor, children, isNext = false, ...bar }: EditorProps<V>) {
  const { ref: form, ...formProps } = editor.form
  useSaveKey(form, () => editor.submit())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    if (isNext && form.current) focusField(form.current, Object.keys(editor.labels)[0]!)
  }, [])
  return (
    <form ref={form} {...formProps} className="grid gap-8">
      <Problems editor={editor} />
      <Fields isLocked={editor.isLocked}>{children}</Fields>
      <EditorBar editor={editor} {...bar} />
      <LeaveGuard isUnsaved={editor.isDirtyNow} />
    </form>
  )
}

type BarProps<V extends object> = Omit<EditorProps<V>, 'children' | 'isNext'>

/** Saving and publishing are always in view; on a phone the rest opens with “More”, so that the bar stays low. */
function EditorBar<V extends object>({ editor, back, saveLabel = 'Save', publishing, hasNext, actions }: BarProps<V>) {
  const [isMore, setMore] = useState(false)
  const isDraft = publishing?.isDraft ?? false
  return (
    <footer ref={bottomBarRef} className={`${bottomBarClass} flex flex-wrap items-center gap-3 max-sm:gap-2`}>
      {publishing?.field}
      <Button type="submit" variant={isDraft ? 'quiet' : 'primary'} loading={editor.busy}>
        {saveLabel}
      </Button>
      {isDraft && (
        <Button loading={editor.busy} onClick={() => void editor.submit(publishing?.publish)}>
          Publish
        </Button>
      )}
      {(hasNext || back || actions) && (
        <Button variant="quiet" className="sm:hidden" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          More
        </Button>
      )}
      <div className={`contents ${isMore ? '' : 'max-sm:hidden'}`}>
        {hasNext && (
          <Button variant="quiet" loading={editor.busy} onClick={() => void editor.submit({}, true)}>
            Save and add next
          </Button>
        )}
        {back && <BackToListLink to={back}>Back</BackToListLink>}
        {actions}
      </div>
      <div role="status" className="ml-auto text-soft text-sm">
        <UnsavedNotice editor={editor} />
      </div>
      <div className="basis-full empty:hidden">
        <SaveRefusedNotice editor={editor} {...(back && { back })} />
      </div>
    </footer>
  )
}

type StatusFieldProps = Omit<ReturnType<EditorState<{ status: string }>['field']>, 'name'> & {
  name: string
  options: readonly (readonly [value: string, label: string])[]
}

/** The status of a record, in the bar of its editor. */
export const StatusField = ({ options, label, error, ...select }: StatusFieldProps) => (
  <span className="flex items-center gap-2">
    <span aria-hidden className="text-soft text-sm max-sm:hidden">
      {label}
    </span>
    <SelectBox {...select} aria-label={label} aria-invalid={error ? true : undefined} className="w-36 max-sm:w-35">
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectBox>
  </span>
)

function UnsavedNotice<V extends object>({ editor }: { editor: EditorState<V> }) {
  const [first, ...others] = wrongFields(editor)
  if (!first) return editor.isDirty && 'Not saved yet'
  return (
    <>
      Not saved.{' '}
      <button
        type="button"
        className="min-h-11 cursor-pointer font-semibold text-error-ink underline underline-offset-4"
        onClick={({ currentTarget }) => focusField(currentTarget.form!, first)}
      >
        To correct: {editor.labels[first]}
        {others.length > 0 && ` and ${others.length} more`}
      </button>
    </>
  )
}

/** Why the last save has failed, and what to do. */
function SaveRefusedNotice<V extends object>({ editor, back }: { editor: EditorState<V>; back?: string }) {
  const isSignedOut = useSignedOut(editor)
  const { sentence, isStale, takeNewest, isGone } = editor
  if (isSignedOut) return <StatusBanner status="error">{signedOutTexts.saving}</StatusBanner>
  if (isGone)
    return (
      <StatusBanner status="error">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          This was deleted in the meantime, so it cannot be saved. You can still copy what you entered.
          {back && <BackToListLink to={back}>Back to the list</BackToListLink>}
        </span>
      </StatusBanner>
    )
  return (
    sentence && (
      <StatusBanner status="error">
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {sentence}
          {isStale && (
            <Button variant="quiet" onClick={() => void takeNewest()}>
              See the newer version
            </Button>
          )}
        </span>
      </StatusBanner>
    )
  )
}

/** In the order of the form. */
const wrongFields = <V extends object>({ problems, labels }: EditorState<V>) =>
  (Object.keys(labels) as (keyof V & string)[]).filter((name) => problems[name])

/** The fields of a new record are inert during its save; when the save fails, the focus returns to the last field. */
function Fields({ isLocked, children }: { isLocked: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement>(null)
  // A layout effect, because the browser removes the focus from inert elements.
  useLayoutEffect(() => {
    const active = document.activeElement
    if (isLocked) focused.current = active instanceof HTMLElement && box.current?.contains(active) ? active : null
    else if (active === document.body) focused.current?.focus()
  }, [isLocked])
  return (
    <div ref={box} inert={isLocked} className="grid gap-8">
      {children}
    </div>
  )
}

/** The session has ended: the session query or a refused save says so. */
function useSignedOut<V extends object>({ isSignedOut, signedInAgain, isDirty }: EditorState<V>): boolean {
  const { api } = useRouter().options.context
  const { data } = useQuery({ ...sessionQuery(api), enabled: false })
  const isOver = data !== undefined && !data.hasAccess
  const wasOver = useRef(isOver)
  useEffect(() => {
    if (wasOver.current && !isOver) signedInAgain()
    wasOver.current = isOver
  })
  return isSignedOut || (isOver && isDirty)
}

function Problems<V extends object>({ editor }: { editor: EditorState<V> }) {
  const { problems, labels, mine, takeMine } = editor
  const wrong = wrongFields(editor)
  return (
    <div className="grid gap-4 empty:hidden">
      {mine.length > 0 && (
        <section
          ref={focusOnce}
          tabIndex={-1}
          aria-labelledby="own-words"
          className="grid gap-2 border-highlight-ink border-l-4 bg-sunken px-4 py-3"
        >
          <h2 id="own-words" className="font-semibold">
            This is the newer version. You had entered:
          </h2>
          <ul className="grid gap-2">
            {mine.map((own) => (
              <li key={[own.name, ...own.path].join('.')} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span className="min-w-0 grow break-words">
                  <span className="text-soft">{own.label}:</span> {inWords(own.value)}
                  <span className="block text-soft text-sm">Newer version: {inWords(own.newer)}</span>
                </span>
                <Button variant="quiet" onClick={() => takeMine(own)} aria-label={`Use mine: ${own.label}`}>
                  Use mine
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {wrong.length > 0 && (
        <section aria-labelledby="to-correct" className="grid gap-1 border-error-ink border-l-4 bg-sunken px-4 py-3">
          <h2 id="to-correct" className="flex items-center gap-2 font-semibold text-error-ink">
            <CircleAlert aria-hidden className="size-5" />
            {wrong.length === 1 ? '1 problem to correct' : `${wrong.length} problems to correct`}
          </h2>
          <ul>
            {wrong.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  className="min-h-8 cursor-pointer text-left underline"
                  onClick={({ currentTarget }) => focusField(currentTarget.form!, name)}
                >
                  {labels[name]}: {problems[name]}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** The button in the bar that brought the newer version is gone, and the section may be out of sight. */
function focusOnce(section: HTMLElement | null): void {
  section?.focus({ preventScroll: true })
  section?.scrollIntoView({ block: 'center' })
}

/** An empty value is shown as “(nothing)”. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(', ') || '(nothing)'
  if (typeof value === 'object' && value) return Object.values(value).map(inWords).join(' ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value ?? '') || '(nothing)'
}

/** Ctrl+S or Cmd+S saves the form instead of the page. */
function useSaveKey(form: RefObject<HTMLFormElement | null>, save: () => unknown): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // A screen may have two forms, and a dialog one of its own.
      const focused = document.activeElement?.closest('form')
      if (!focused || focused === form.current) latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [form])
}
