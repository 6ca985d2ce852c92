import { adminTexts } from '#domain/texts/admin.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { reloadPage } from '#web/ui/reload.ts'

const dash = ' - '
const [title, ...sentences] = adminTexts.crashed.split(dash)

/** One heading, read as one sentence; the eye sees a title and what follows it. */
export function AdminCrash() {
  return (
    <section className="grid min-h-[60dvh] content-center justify-items-start gap-8 p-6 sm:p-12">
      <h1 className="max-w-2xl border-error-ink border-l-8 pl-6">
        <span className="poster-type block text-5xl leading-none">{title}</span>
        <span className="sr-only">{dash}</span>
        <span className="mt-3 block text-lede text-soft">{sentences.join(dash)}</span>
      </h1>
      <div className="flex flex-wrap gap-3">
        <Button onClick={reloadPage}>{uiTexts.reload}</Button>
        <ButtonLink variant="quiet" href="/admin">
          {adminTexts.backToDashboard}
        </ButtonLink>
      </div>
    </section>
  )
}
