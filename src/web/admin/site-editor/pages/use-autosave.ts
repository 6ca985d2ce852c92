import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { isEqualJson } from '#domain/activity/activity.ts'
import { isOwnPagePart, type PartName, type SiteDocument, schemaOfPart } from '#domain/site-editor/document.ts'
import { ownPageAddressProblem } from '#domain/site-editor/own-pages.ts'
import { applyPartEdits } from '#domain/site-editor/part-edits.ts'
import { problemSentence } from '#domain/sites/site-file-problems.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { isSessionEndedError, signedOutTexts } from '#web/admin/session/session-query.ts'
import { draftQuery, useCacheDraft } from '#web/admin/site-editor/draft-query.ts'
import {
  type BuilderState,
  type BuilderStore,
  dirtyParts,
  sequenceOf,
} from '#web/admin/site-editor/pages/builder-store.ts'
import { problemsInParts } from '#web/admin/site-editor/part-values.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { errorSentence } from '#web/ui/forms/use-form.ts'

const autosaveMs = 1_500
const retryMs = 10_000

type Part = SiteDocument[PartName]
/** `document` is what could not be saved: while it is the same, only some failures are worth another attempt. */
type Failure = { sentence: string; mayPass: boolean; document: SiteDocument }
/** Somebody else has changed this part: `draft` is the newer draft. */
export type PartConflict = { part: PartName; draft: SiteDraftAnswer }

/** Saves parts that were edited, a moment after the last edit. A part with problems waits until they are corrected. */
export function useAutosave(store: BuilderStore, state: BuilderState) {
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflict, setConflict] = useState<PartConflict | null>(null)
  const running = useRef<Promise<void>>(null)
  const { problemsOf, isReady, keepRefusal } = usePartProblems()
  const savePart = useSavePart(store, { onConflict: setConflict, onRefused: keepRefusal })

  async function saveAll(): Promise<void> {
    setSaving(true)
    setFailure(null)
    const { document } = store.state()
    try {
      for (const part of dirtyParts(store.state()))
        if (isReady(store.state().document, part) && !(await savePart(part))) return
    } catch (error) {
      setFailure({
        sentence: isSessionEndedError(error) ? signedOutTexts.saving : errorSentence(error, errorPanelTexts.unexpected),
        mayPass: !(error instanceof ApiError && error.status < 500),
        document,
      })
    }
  }

  function save(): Promise<void> {
    running.current ??= saveAll().finally(() => {
      running.current = null
      setSaving(false)
    })
    return running.current
  }
  const latest = useRef(save)
  latest.current = save

  const dirty = dirtyParts(state)
  const problems = Object.assign({}, ...dirty.map((part) => problemsOf(state.document, part))) as Record<string, string>
  const isWaiting = dirty.some((part) => isReady(state.document, part))
  const wait = failure?.document === state.document ? (failure.mayPass ? retryMs : null) : autosaveMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again with each edit
  useEffect(() => {
    if (!isWaiting || isSaving || conflict || wait === null) return
    const timer = setTimeout(() => void latest.current(), wait)
    return () => clearTimeout(timer)
  }, [isWaiting, isSaving, conflict, wait, state.document])

  return {
    save,
    isSaving,
    isDirty: dirty.length > 0,
    problems,
    failure: failure?.sentence ?? null,
    conflict,
    settle: (keep: 'newer' | 'mine') => {
      if (!conflict) return
      store.dispatch({ type: 'settled', ...conflict, keep, at: Date.now() })
      setConflict(null)
      if (keep === 'mine') void save()
    },
  }
}

/** Why a part cannot be saved as it is: the rules of the domain, and what the server has refused of this value. */
function usePartProblems() {
  const refused = useRef(new WeakMap<NonNullable<Part>, Record<string, string>>())
  const problemsOf = (document: SiteDocument, part: PartName): Record<string, string> => {
    const value = document[part]
    return value ? { ...partProblems(document, part), ...refused.current.get(value) } : {}
  }
  return {
    problemsOf,
    isReady: (document: SiteDocument, part: PartName) => !Object.keys(problemsOf(document, part)).length,
    keepRefusal: (value: NonNullable<Part>, problems: Record<string, string>) =>
      void refused.current.set(value, problems),
  }
}

type SavePartOptions = {
  onConflict: (conflict: PartConflict) => void
  /** `problems` by their whole place: `sections-home.sections.2.heading`. */
  onRefused: (value: NonNullable<Part>, problems: Record<string, string>) => void
}

/** Saves one part. False after a conflict: then no other part is saved before the administrator has decided. */
function useSavePart(store: BuilderStore, { onConflict, onRefused }: SavePartOptions) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const cacheDraft = useCacheDraft()
  // A mutation, because the mutation cache watches for sessions that have ended.
  const { mutateAsync: put } = useMutation({
    mutationFn: ({ part, value, sequence }: { part: PartName; value: Part | null; sequence: number }) =>
      unwrapResponse(
        api.api.admin.site.draft.parts[':part'].$put({ param: { part }, json: { sequence, value: value as never } }),
      ) as Promise<SiteDraftAnswer>,
    networkMode: 'always',
  })

  /** After a conflict. An edit whose answer was lost is a conflict with itself, and is saved. */
  async function isAlreadySaved(part: PartName, value: Part | undefined): Promise<boolean> {
    const draft = await queryClient.fetchQuery(draftQuery(api))
    const stored = value && schemaOfPart(part).safeParse(value).data
    const isOurs = isEqualJson(stored ?? null, draft.document[part] ?? null)
    if (isOurs) store.dispatch({ type: 'saved', part, value, draft })
    else onConflict({ part, draft })
    return isOurs
  }

  return async (part: PartName): Promise<boolean> => {
    const now = store.state()
    const value = now.document[part]
    const sent = value === undefined || isEqualJson(value, now.draft.starter[part]) ? null : value
    try {
      const draft = await put({ part, value: sent, sequence: sequenceOf(now, part) })
      store.dispatch({ type: 'saved', part, value, draft })
      cacheDraft(draft)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.reason === 'conflict') return isAlreadySaved(part, value)
      if (!value || !Object.keys(error.fields).length) throw error
      const named = Object.entries(error.fields).map(([path, problem]) => [`${part}.${path}`, problem])
      onRefused(value, Object.fromEntries(named))
      return true
    }
  }
}

const problemsByPart = new WeakMap<NonNullable<Part>, Record<string, string>>()

/** What the domain refuses in a part. */
function partProblems(document: SiteDocument, part: PartName): Record<string, string> {
  const value = document[part]!
  const problems = problemsByPart.get(value) ?? problemsInParts(applyPartEdits({}, { [part]: value }))
  problemsByPart.set(value, problems)
  if (!isOwnPagePart(part)) return problems
  const problem = ownPageAddressProblem(document, document[part]!.address, part)
  return problem ? { ...problems, [`${part}.address`]: problemSentence(problem) } : problems
}
