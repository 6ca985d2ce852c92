/** What each would do if it were more than text. */
const mark = (at: number) => `__xss=${at}`

/** Ways out of text, attributes, addresses, scripts, styles, templates and documents of other kinds. */
const ways: ((script: string) => string)[] = [
  (script) => `<script>${script}</script>`,
  (script) => `</script><script>${script}</script>`,
  (script) => `</ScRiPt ><ScRiPt>${script}</sCrIpT>`,
  (script) => `<script/x>${script}</script>`,
  (script) => `<script\n>${script}</script\n>`,
  (script) => `<script src=data:,${script}></script>`,
  (script) => `<scr<script>ipt>${script}</scr</script>ipt>`,
  (script) => `</title><script>${script}</script>`,
  (script) => `</textarea><script>${script}</script>`,
  (script) => `</style><script>${script}</script>`,
  (script) => `</noscript><script>${script}</script>`,
  (script) => `</template><script>${script}</script>`,
  (script) => `--><script>${script}</script>`,
  (script) => `<!--<script>${script}//-->`,
  (script) => `<!--><script>${script}</script>-->`,
  (script) => `<![CDATA[<script>${script}</script>]]>`,
  (script) => `]]><script>${script}</script>`,
  (script) => `<?xml?><script>${script}</script>`,
  (script) => `<img src=x onerror=${script}>`,
  (script) => `<img src=x onerror="${script}">`,
  (script) => `<img/src=x/onerror=${script}>`,
  (script) => `<img src=x OnErRoR=${script}>`,
  (script) => `<img src=x\tonerror=${script}>`,
  (script) => `<img src="x" onerror\n=\n'${script}'>`,
  (script) => `<image src=x onerror=${script}>`,
  (script) => `"><img src=x onerror=${script}>`,
  (script) => `'><img src=x onerror=${script}>`,
  (script) => `\`><img src=x onerror=${script}>`,
  (script) => `></a><img src=x onerror=${script}>`,
  (script) => `</title><img src=x onerror=${script}>`,
  (script) => `<svg onload=${script}>`,
  (script) => `<svg/onload=${script}>`,
  (script) => `"><svg onload=${script}>`,
  (script) => `<svg><script>${script}</script></svg>`,
  (script) => `<svg><script href=data:,${script} /></svg>`,
  (script) => `<svg><animate onbegin=${script} attributeName=x>`,
  (script) => `<svg><set onbegin=${script} attributeName=x>`,
  (script) => `<svg><a xlink:href=javascript:${script}>x</a>`,
  (script) => `<svg><foreignObject><img src=x onerror=${script}>`,
  (script) => `<math><mtext><script>${script}</script>`,
  (script) => `<math href=javascript:${script}>x</math>`,
  (script) => `<body onload=${script}>`,
  (script) => `<body onpageshow=${script}>`,
  (script) => `<input autofocus onfocus=${script}>`,
  (script) => `<select autofocus onfocus=${script}>`,
  (script) => `<textarea autofocus onfocus=${script}>`,
  (script) => `<details open ontoggle=${script}>`,
  (script) => `<video src=x onerror=${script}>`,
  (script) => `<video><source onerror=${script}>`,
  (script) => `<audio src=x onerror=${script}>`,
  (script) => `<iframe srcdoc="<script>${script}</script>">`,
  (script) => `<iframe src=javascript:${script}>`,
  (script) => `<iframe onload=${script}>`,
  (script) => `<object data=javascript:${script}>`,
  (script) => `<object onerror=${script} data=x>`,
  (script) => `<embed src=javascript:${script}>`,
  (script) => `<link rel=stylesheet href=x onerror=${script}>`,
  (script) => `<link rel=import href=data:text/html,x>${script}`,
  (script) => `<style>@import 'x';</style onload=${script}>`,
  (script) => `<style onload=${script}></style>`,
  (script) => `<style>*{background:url(javascript:${script})}`,
  (script) => `<meta http-equiv=refresh content=0;javascript:${script}>`,
  (script) => `<base href=javascript:${script}//>`,
  (script) => `<form action=javascript:${script}><button>x`,
  (script) => `<button formaction=javascript:${script}>x`,
  (script) => `<isindex action=javascript:${script}>`,
  (script) => `<a href=javascript:${script}>x</a>`,
  (script) => `<a href="java\tscript:${script}">x</a>`,
  (script) => `<a href="&#106;avascript:${script}">x</a>`,
  (script) => `<a href=" javascript:${script}">x</a>`,
  (script) => `<a href=data:text/html,<script>${script}</script>>x`,
  (script) => `<a href=vbscript:${script}>x</a>`,
  (script) => `javascript:${script}`,
  (script) => `JaVaScRiPt:${script}`,
  (script) => `data:text/html,<script>${script}</script>`,
  (script) => `//evil.example/${script}`,
  (script) => `\\\\evil.example\\${script}`,
  (script) => `" onmouseover="${script}`,
  (script) => `' onmouseover='${script}`,
  (script) => `" autofocus onfocus="${script}`,
  (script) => `x onerror=${script} `,
  (script) => `" style="animation:x" onanimationstart="${script}`,
  (script) => `'-(${script})-'`,
  (script) => `"-(${script})-"`,
  (script) => `\\"-(${script})-//`,
  (script) => `\\u0022-(${script})-//`,
  (script) => `';${script}//`,
  (script) => `";${script}//`,
  (script) => `\`;${script}//`,
  (script) => `\${${script}}`,
  (script) => `\u2028${script}\u2029`,
  (script) => `*/${script}/*`,
  (script) => `}};${script};{{`,
  (script) => `{{${script}}}`,
  (script) => `{{constructor.constructor("${script}")()}}`,
  (script) => `<%= ${script} %>`,
  (script) => `#{${script}}`,
  (script) => `[[${script}]]`,
  (script) => `![x](javascript:${script})`,
  (script) => `[x](javascript:${script})`,
  (script) => `<javascript:${script}>`,
  (script) => `&lt;script&gt;${script}&lt;/script&gt;`,
  (script) => `&#60;script&#62;${script}&#60;/script&#62;`,
  (script) => `%3Cscript%3E${script}%3C/script%3E`,
  (script) => `\\x3cscript\\x3e${script}\\x3c/script\\x3e`,
  (script) => `\\u003cscript\\u003e${script}`,
  (script) => `＜script＞${script}＜/script＞`,
  (script) => `+ADw-script+AD4-${script}+ADw-/script+AD4-`,
  (script) => `<img src=x onerror=&#${'_'.charCodeAt(0)};_xss=${script.split('=')[1]}>`,
  (script) => `<xss style=behavior:url(x)>${script}</xss>`,
  (script) => `<marquee onstart=${script}>x`,
  (script) => `<dialog open onclose=${script}>`,
  (script) => `<p onclick=${script} accesskey=x>x`,
  (script) => `<x contenteditable autofocus onfocus=${script}>`,
  (script) => `<noscript><p title="</noscript><img src=x onerror=${script}>">`,
  (script) => `=HYPERLINK("javascript:${script}")`,
  (script) => `@SUM(${script})`,
  (script) => `+cmd|' /C ${script}'!A0`,
  (script) => `\u202e${script}>tpircs<\u2069`,
]

export const payloads: readonly string[] = ways.map((way, at) => way(mark(at + 1)))

/** What is sent through every field: each day every sixth and all that a spreadsheet would work out, and with `PAYLOADS=all` all. */
export const sentPayloads = payloads.filter(
  (text, at) => process.env.PAYLOADS === 'all' || at % 6 === 0 || /^[=@+]/.test(text),
)

const joined = payloads.join(' ')

/** As a form with one line would send it. */
export const toSingleLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')

/** So many characters of them, again and again. */
export const longHostileText = (length = 10_000): string =>
  joined.repeat(Math.ceil(length / joined.length)).slice(0, length)

/** The same with nowhere to break a line. */
export const longUnbrokenText = (length = 10_000): string => {
  const word = joined.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, '')
  return word.repeat(Math.ceil(length / word.length)).slice(0, length)
}

/** All payloads that a field takes, as many at once as fit: one text for each time that the field must be filled. */
export function packPayloads(max: number, isTaken: (payload: string) => boolean = () => true): string[] {
  const packs: string[] = []
  for (const payload of sentPayloads.filter((each) => each.length <= max && isTaken(each))) {
    const last = packs.at(-1)
    if (last !== undefined && last.length + 1 + payload.length <= max) packs[packs.length - 1] = `${last} ${payload}`
    else packs.push(payload)
  }
  return packs
}

/** The fewest rows in which each field has had every payload that it takes. */
export function rowsOfPayloads<F extends string>(
  fields: Record<F, number>,
  isTaken?: (payload: string) => boolean,
): Record<F, string>[] {
  const packs = (Object.entries(fields) as [F, number][]).map(
    ([name, max]) => [name, packPayloads(max, isTaken)] as const,
  )
  const count = Math.max(...packs.map(([, all]) => all.length))
  return Array.from(
    { length: count },
    (_, at) => Object.fromEntries(packs.map(([name, all]) => [name, all[at % all.length]!])) as Record<F, string>,
  )
}
