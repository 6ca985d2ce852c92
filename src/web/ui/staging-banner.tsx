import { stagingTexts } from '#domain/texts/our-staging-words.ts'

/** On every page of a trial installation, so that nobody takes it for the real thing. */
export const StagingBanner = () => (
  <aside
    aria-label={stagingTexts.label}
    data-staging
    className="bg-warning-ink px-4 py-2 text-center font-medium text-ground text-sm"
  >
    {stagingTexts.banner}
  </aside>
)
