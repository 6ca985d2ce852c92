import { CookieSettings } from '#web/site/privacy/cookie-choice.tsx'
import { ExportForm } from '#web/site/privacy/export-form.tsx'

/** Data export and cookie choice below the privacy policy. */
export const PrivacyChoices = () => (
  <div className="mt-24 grid gap-x-16 gap-y-20 lg:grid-cols-2">
    <ExportForm />
    <CookieSettings />
  </div>
)
