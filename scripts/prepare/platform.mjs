import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

// What differs between operating systems while a clone is prepared and a program is started. No other file of `scripts`
// asks for the operating system.
const isWindows = process.platform === 'win32'

/** The operating system and the processor. */
export const platformName = `${process.platform}-${process.arch}`

// The project brings Node for Linux (x64 and arm64) and Windows (x64). npm scripts find the link before the machine's own.
const folder = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
const link = `node_modules/.bin/node${isWindows ? '.cmd' : ''}`

/** The program of the Node that the project brings, which may not be there. */
export const bundledNode = `node_modules/${folder}/bin/node${isWindows ? '.exe' : ''}`

export function linkBundledNode() {
  // npm 10 takes the link away when it leaves out the package for the other processor.
  if (existsSync(link)) return
  mkdirSync('node_modules/.bin', { recursive: true })
  if (isWindows) writeFileSync(link, `@"%~dp0\\..\\${folder}\\bin\\node.exe" %*\r\n`)
  else symlinkSync(`../${folder}/bin/node`, link)
}

export const unlinkBundledNode = () => rmSync(link, { force: true })

/** The program that npm scripts find as `node` through the link, or null without a link. */
export const linkedNode = () => (existsSync(link) ? realpathSync(isWindows ? bundledNode : link) : null)

/** How npm is started: Windows starts npm.cmd only through a shell. */
export const npmCommand = () => (isWindows ? [process.execPath, process.env.npm_execpath] : ['npm'])

/** Whether there is a shell that can hold a lock on a file. */
export const hasShell = !isWindows

/** Whether a signal can be sent to a process and to all that it has started. */
export const hasProcessGroups = !isWindows

/** Whether /proc says which program a process runs, and who started it. */
export const hasProc = process.platform === 'linux'

/** Windows has no such user. */
export const isRoot = () => process.getuid?.() === 0

/** Whether a process can become another program. */
export const canReplaceProcess = !isWindows && typeof process.execve === 'function'
