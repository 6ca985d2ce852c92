/** The blocks of commands under a heading of a guide, in their order, as they would be typed. */
export function guideCommands(text: string, heading: string): string[] {
  const [section] = text.split(`\n## ${heading}\n`)[1]!.split('\n## ')
  const blocks: string[][] = []
  let isOpen = false
  for (const line of section!.split('\n')) {
    const command = /^ {4}(?: {3})?(.*)$/.exec(line)?.[1]
    if (command !== undefined) {
      if (!isOpen) blocks.push([])
      blocks.at(-1)!.push(command)
    }
    isOpen = command !== undefined
  }
  return blocks.map((lines) => lines.join('\n'))
}
