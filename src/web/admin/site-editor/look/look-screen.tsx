import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { BaseColourFields, ShadeFields } from '#web/admin/site-editor/look/colours-field.tsx'
import { ContrastList } from '#web/admin/site-editor/look/contrast-list.tsx'
import { GradientFields } from '#web/admin/site-editor/look/gradients-field.tsx'
import { lookLabels } from '#web/admin/site-editor/look/look-editor.ts'
import { LookSamples } from '#web/admin/site-editor/look/samples.tsx'
import {
  AnimationFields,
  FontPairField,
  PresetPicker,
  RadiusField,
  useAllFonts,
} from '#web/admin/site-editor/look/style-fields.tsx'
import { DocumentScreen, PartForm } from '#web/admin/site-editor/part-editor.tsx'
import { usePartEditor } from '#web/admin/site-editor/use-part-editor.ts'

export const LookScreen = () => (
  <DocumentScreen
    title="Look"
    intro="Colours, fonts and movement of your website. The samples follow while you edit; visitors see it when you publish."
    form={(draft) => <LookForm draft={draft} />}
  />
)

function LookForm({ draft }: { draft: SiteDraftAnswer }) {
  const editor = usePartEditor({ draft, labels: lookLabels })
  useAllFonts()
  return (
    <PartForm editor={editor}>
      {/* The samples stand beside everything on wide screens, and after the presets elsewhere. */}
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_24rem] 2xl:grid-cols-[minmax(0,1fr)_28rem] xl:[&_section]:grid-cols-1">
        <PresetPicker editor={editor} />
        <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <LookSamples editor={editor} identity={draft.document.identity!} />
        </div>
        <div className="grid min-w-0 content-start gap-8">
          <BaseColourFields editor={editor} />
          <FontPairField editor={editor} />
          <RadiusField editor={editor} />
          <ShadeFields editor={editor} />
          <GradientFields editor={editor} />
          <AnimationFields editor={editor} />
          <ContrastList editor={editor} />
        </div>
      </div>
    </PartForm>
  )
}
