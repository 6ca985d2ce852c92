import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { SetupError } from './setup-error.mjs'

const oldestPostgres = 15

const onPath = (name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name))

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * The path of Chromium or Chrome, or null. CHROMIUM_PATH decides when it is set; otherwise the one that has no windows
 * to draw comes first, since it is faster.
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !isProgram(chosen)) throw new SetupError(`CHROMIUM_PATH names no program: ${chosen}`)
  const usual = [
    ...['chromium-headless-shell', 'chromium', 'google-chrome-stable', 'google-chrome', 'chromium-browser'].flatMap(
      onPath,
    ),
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return chosen || (usual.find(isProgram) ?? null)
}

/** The path of oathtool, an authenticator that is not ours, or null. */
export const findOathtool = () => onPath('oathtool').find(isProgram) ?? null

/** The path of unzip, which opens archives as everybody does, or null. */
export const findUnzip = () => onPath('unzip').find(isProgram) ?? null

/** Where Debian's Python has OpenStack Swift, an object store that speaks S3, or null. */
export const findSwift = () => ['/usr/lib/python3/dist-packages/swift'].find(existsSync) ?? null

/** Where programs are unpacked that the machine does not have and that must not be installed. */
export const unpackedIn = (name) => `node_modules/.cache/${name}`

/** The path of nginx, which the bench compares downloads with, or null. */
export const findNginx = () =>
  [...onPath('nginx'), '/usr/sbin/nginx', '/usr/local/sbin/nginx', `${unpackedIn('nginx')}/usr/sbin/nginx`].find(
    isProgram,
  ) ?? null

/** The path of Caddy, which stands in front of the sites, or null. */
export const findCaddy = () => [...onPath('caddy'), `${unpackedIn('caddy')}/usr/bin/caddy`].find(isProgram) ?? null

/**
 * Varnish with the module xkey, and the folder of its libraries where both are only unpacked; null without them or
 * without the C compiler that Varnish needs to read its configuration.
 */
export function findVarnish() {
  if (!['cc', 'gcc'].flatMap(onPath).some(isProgram)) return null
  const at = (root, libraries) =>
    isProgram(`${root}/usr/sbin/varnishd`) && existsSync(`${libraries}/varnish/vmods/libvmod_xkey.so`)
  const folder = `/usr/lib/${{ x64: 'x86_64', arm64: 'aarch64' }[process.arch]}-linux-gnu`
  if (at('', folder)) return { program: '/usr/sbin/varnishd', libraries: null }
  const root = unpackedIn('varnish')
  return at(root, root + folder) ? { program: `${root}/usr/sbin/varnishd`, libraries: root + folder } : null
}

/** The folder of PostgreSQL's programs, version 15 or later, or null. PG_BIN decides when it is set. */
export function findPostgres() {
  const chosen = process.env.PG_BIN
  if (chosen && !isUsablePostgres(chosen)) {
    throw new SetupError(`PG_BIN names no folder with a PostgreSQL of version ${oldestPostgres} or later: ${chosen}`)
  }
  return chosen || (usualPostgresFolders().find(isUsablePostgres) ?? null)
}

function usualPostgresFolders() {
  const versioned = (parent, pattern) =>
    entries(parent)
      .filter((name) => pattern.test(name))
      .sort((a, b) => Number(b.match(/\d+$/)) - Number(a.match(/\d+$/)))
      .map((name) => join(parent, name, 'bin'))
  return [
    ...versioned('/usr/lib/postgresql', /^\d+$/), // Debian
    ...(process.env.PATH ?? '').split(delimiter),
    ...versioned('/usr', /^pgsql-\d+$/), // Red Hat
    ...versioned('/usr/libexec', /^postgresql\d+$/), // Alpine
    ...versioned('/opt/homebrew/opt', /^postgresql@\d+$/),
    ...versioned('/usr/local/opt', /^postgresql@\d+$/),
  ]
}

function entries(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isUsablePostgres(folder) {
  if (!['initdb', 'pg_ctl', 'postgres'].every((name) => isProgram(join(folder, name)))) return false
  const output = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? ''
  return Number(output.match(/(\d+)/)?.[1]) >= oldestPostgres
}
