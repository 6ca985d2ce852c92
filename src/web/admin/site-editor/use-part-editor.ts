import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import type { PartName, SiteDocument } from '#domain/site-editor/document.ts'
import { changePathLabel } from '#domain/site-editor/words.ts'
import { draftQuery, useCacheDraft } from '#web/admin/site-editor/draft-query.ts'
import {
  changedParts,
  type DocumentValues,
  type PartLabels,
  partNamesOfLabels,
  partsSchema,
  problemsInParts,
  valuesIn,
} from '#web/admin/site-editor/part-values.ts'
import { isSameJson, type ValuePath } from '#web/admin/ui/editor/editor-state.ts'
import { useEditor, type VersionedValues } from '#web/admin/ui/editor/use-editor.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'
import { useToast } from '#web/ui/feedback/toasts.tsx'

type PartEditorOptions<L extends PartLabels> = {
  draft: SiteDraftAnswer
  /** The labels of the fields by their place in the document: `{ 'identity.name': 'Name' }`. */
  labels: L
  /** What a part begins with that neither the draft nor the starter has: texts of a page that was never switched on. */
  blank?: SiteDocument
}

export type PartEditor<L extends PartLabels> = ReturnType<typeof usePartEditor<L>>

/** A form for fields of the site document. Each part is stored as a whole, and only if one of its fields was changed. */
export function usePartEditor<L extends PartLabels>({ draft, labels, blank = {} }: PartEditorOptions<L>) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const keepDraft = useCacheDraft()
  const toast = useToast()
  const wholeDocument = ({ document }: SiteDraftAnswer): SiteDocument => ({ ...blank, ...document })
  /** What the values come from, and the `sequence` after the last save of each part in this form. */
  const opened = useRef({ document: wholeDocument(draft), sequences: {} as Partial<Record<PartName, number>> })

  function openedFrom(answer: SiteDraftAnswer): VersionedValues<DocumentValues<L>> {
    opened.current = { document: wholeDocument(answer), sequences: {} }
    return { values: valuesIn(labels, opened.current.document), version: answer.sequence }
  }

  async function savePart(part: PartName, value: SiteDocument[PartName], sequence: number): Promise<SiteDraftAnswer> {
    const answer = await unwrapResponse(
      api.api.admin.site.draft.parts[':part'].$put({
        param: { part },
        // A part that is as in the starter follows the starter from now on.
        json: { sequence, value: isSameJson(value, draft.starter[part]) ? null : (value as never) },
      }),
    ).catch((error: unknown) => {
      throw error instanceof ApiError ? withPart(part, error) : error
    })
    opened.current.sequences[part] = (answer as SiteDraftAnswer).sequence
    return answer as SiteDraftAnswer
  }

  const editor = useEditor<DocumentValues<L>, SiteDocument>({
    initial: { values: valuesIn(labels, wholeDocument(draft)), version: draft.sequence },
    schema: partsSchema,
    draft: (values) => changedParts(labels, { document: opened.current.document, values }),
    labels: labels as Record<keyof DocumentValues<L> & string, string>,
    save: async (parts, version) => {
      let answer: SiteDraftAnswer | undefined
      for (const [part, value] of Object.entries(parts) as [PartName, SiteDocument[PartName]][])
        answer = await savePart(part, value, opened.current.sequences[part] ?? Number(version))
      answer ??= await queryClient.fetchQuery(draftQuery(api))
      keepDraft(answer)
      return openedFrom(answer)
    },
    fetchNewest: async () => openedFrom(await queryClient.fetchQuery(draftQuery(api))),
    wordsOf: placeWords,
    onSaved: () => toast.success('Saved in the draft. Visitors see it when you publish.'),
  })
  const { values, problems, set, field } = editor
  return {
    ...editor,
    parts: partNamesOfLabels(labels),
    /** For a text that may be absent: the field is empty then. */
    optional: (name: keyof DocumentValues<L> & string) => ({
      ...field(name),
      value: (values[name] as unknown as string | null) ?? '',
      onChange: ({ target }: { target: { value: string } }) => set(name, (target.value || null) as never),
    }),
    /** Of a field that is a list or an object: the problems inside it, by their whole place. */
    problemsIn: (name: keyof DocumentValues<L> & string): Record<string, string> =>
      problems[name] ? problemsInParts(changedParts(labels, { document: opened.current.document, values })) : {},
    /** Puts the fields of this part back to the starter; saving makes it so. */
    resetPart: (part: PartName) => {
      const starter = valuesIn(labels, { ...blank, ...draft.starter })
      for (const name of namesIn(labels, part)) set(name, starter[name])
    },
    isAsStarter: (part: PartName): boolean => {
      const starter = valuesIn(labels, { ...blank, ...draft.starter })
      return namesIn(labels, part).every((name) => isSameJson(values[name], starter[name]))
    },
  }
}

/** `Light theme, Colours, Primary 600` */
function placeWords(name: string, path: ValuePath): string {
  const [part, ...inPart] = name.split('.')
  return changePathLabel(part as PartName, [...inPart, ...path])
}

const namesIn = <L extends PartLabels>(labels: L, part: PartName) =>
  (Object.keys(labels) as (keyof DocumentValues<L> & string)[]).filter((name) => name.startsWith(`${part}.`))

/** The API names the fields of a part from within the part. */
function withPart(part: PartName, { status, message, reason, fields, facts }: ApiError): ApiError {
  const named = Object.entries(fields).map(([path, problem]) => [`${part}.${path}`, problem])
  return new ApiError(status, { error: message, reason, fields: Object.fromEntries(named), facts })
}
