import { ourCartTexts as texts } from '#domain/texts/our-words.ts'

/** What to do where nothing on these pages can work. */
export function WithoutScripts() {
  return (
    <noscript>
      <p className="mb-8 max-w-2xl text-2xl/snug">
        {texts.noScripts}{' '}
        <a href="/contact" className="text-link underline underline-offset-4">
          write to us what you would like
        </a>
        .
      </p>
    </noscript>
  )
}
