import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import type { PartName } from '#domain/site-editor/document.ts'
import { partTitle } from '#domain/site-editor/words.ts'
import { DraftBar } from '#web/admin/site-editor/draft-bar.tsx'
import { draftQuery } from '#web/admin/site-editor/draft-query.ts'
import type { DocumentValues, PartLabels } from '#web/admin/site-editor/part-values.ts'
import type { PartEditor } from '#web/admin/site-editor/use-part-editor.ts'
import { Editor } from '#web/admin/ui/editor/editor.tsx'
import { QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen } from '#web/admin/ui/screen.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type DocumentScreenProps = {
  title: string
  intro?: ReactNode
  /** The form, which uses `usePartEditor` and `PartForm`. It begins again when the draft is discarded or restored. */
  form: (draft: SiteDraftAnswer) => ReactNode
}

/** A screen that edits parts of the site document, with the state of the draft above it. */
export function DocumentScreen({ title, intro, form }: DocumentScreenProps) {
  const { api } = useRouter().options.context
  const [round, setRound] = useState(0)
  return (
    <Screen title={title} intro={intro}>
      <QueryBoundary query={draftQuery(api)} failed="The draft of your website could not be loaded.">
        {(draft) => (
          <>
            <DraftBar draft={draft} onReplaced={() => setRound((before) => before + 1)} />
            <div key={round}>{form(draft)}</div>
          </>
        )}
      </QueryBoundary>
    </Screen>
  )
}

type PartFormProps<L extends PartLabels> = { editor: PartEditor<L>; children: ReactNode }

/** The frame of a form: fields, saving in the bar below, and for each part the way back to the starter. */
export function PartForm<L extends PartLabels>({ editor, children }: PartFormProps<L>) {
  return (
    <Editor<DocumentValues<L>> editor={editor} saveLabel="Save draft">
      {children}
      <div className="flex flex-wrap gap-3">
        {editor.parts.map((part) => (
          <ResetPart
            key={part}
            part={part}
            isAsStarter={editor.isAsStarter(part)}
            onReset={() => editor.resetPart(part)}
          />
        ))}
      </div>
    </Editor>
  )
}

type ResetPartProps = { part: PartName; isAsStarter: boolean; onReset: () => void }

const ResetPart = ({ part, isAsStarter, onReset }: ResetPartProps) => (
  <Button variant="quiet" disabled={isAsStarter} onClick={onReset}>
    Reset to starter: {partTitle(part)}
  </Button>
)
