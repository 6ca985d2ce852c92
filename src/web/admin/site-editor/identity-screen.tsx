import type { ReactNode } from 'react'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { identityParts } from '#domain/site-editor/text-fields.ts'
import { DocumentScreen, PartForm } from '#web/admin/site-editor/part-editor.tsx'
import { labelsOf, PartFieldInputs } from '#web/admin/site-editor/part-fields.tsx'
import { usePartEditor } from '#web/admin/site-editor/use-part-editor.ts'

const labels = labelsOf(identityParts)

/** Who the site is. `inEffectAtOnce` is what does not wait for a publication, in a form of its own below. */
export const IdentityScreen = ({ inEffectAtOnce }: { inEffectAtOnce?: ReactNode }) => (
  <div className="grid gap-12">
    <DocumentScreen
      title="Identity"
      intro="Your name, your logo and what stands at the bottom of every page."
      form={(draft) => <IdentityForm draft={draft} />}
    />
    {inEffectAtOnce}
  </div>
)

function IdentityForm({ draft }: { draft: SiteDraftAnswer }) {
  const editor = usePartEditor({ draft, labels })
  return (
    <PartForm editor={editor}>
      {identityParts.map((part) => (
        <PartFieldInputs key={part} editor={editor} part={part} />
      ))}
    </PartForm>
  )
}
