import { stagingTexts } from '#domain/texts/own-frame-words.ts'

/** The style of pages that are made without React and know no site. */
export const barePageStyle = `
      body { background: light-dark(#f8fafc, #111827); color: light-dark(#111827, #f8fafc); font: 1.125rem/1.5 system-ui, sans-serif; margin: 20vh auto; padding: 0 1rem; max-width: 30rem }
      h1 { font-size: 2.5rem; line-height: 1.1; text-transform: uppercase }
      a { background: #b91c1c; color: #fff; display: inline-block; font-weight: 600; padding: 0.75rem 1.25rem; text-decoration: none }
    `

type BarePage = {
  title: string
  text: string
  /** Stands after title and text. */
  after?: string
  nonce?: string
  /** Shows the banner of a trial installation. */
  staging?: boolean
}

const stagingBanner = `
    <aside aria-label="${stagingTexts.label}"><strong>${stagingTexts.banner}</strong></aside>`

/** A page that needs nothing but itself. All its parts are HTML of our own. */
export const barePage = ({ title, text, after = '', nonce, staging = false }: BarePage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style${nonce ? ` nonce="${nonce}"` : ''}>${barePageStyle}</style>
  </head>
  <body>${staging ? stagingBanner : ''}
    <main>
      <h1>${title}</h1>
      <p>${text}</p>${after}
    </main>
  </body>
</html>
`
