import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  findCaddy,
  findChromium,
  findNginx,
  findOathtool,
  findPostgres,
  findSwift,
  findUnzip,
  findVarnish,
  unpackedIn,
} from './find.mjs'
import { isRoot } from './platform.mjs'
import { run } from './run.mjs'
import { SetupError } from './setup-error.mjs'

const clusterSettings = '/etc/postgresql-common/createcluster.conf'

/** A program that Debian installs from a package. */
const installed = (find, name, debian) => ({
  find,
  name,
  plan: `install the Debian package ${debian}`,
  get: (sentence) => install(debian, sentence),
})

/**
 * A program that is only unpacked, with packages that it needs: installed, Debian would also start it, on port 80 of the
 * machine.
 */
const unpacked = (find, name, debian, ...more) => ({
  find,
  name,
  plan: `unpack ${name} into ${unpackedIn(debian)}, without installing it`,
  get: (sentence) => unpack([debian, ...more], sentence),
})

/** What the tests need besides packages: how to find it, what a person calls it, what is done to get it. */
const needed = [
  installed(findChromium, 'Chromium (or set CHROMIUM_PATH to it)', 'chromium-headless-shell'),
  {
    find: findPostgres,
    name: 'PostgreSQL 15 or later (or set PG_BIN to the folder of its programs)',
    plan: `install the Debian package postgresql, without a database cluster (${clusterSettings} is changed meanwhile and put back)`,
    get: installPostgres,
  },
  installed(findOathtool, 'oathtool', 'oathtool'),
  installed(findUnzip, 'unzip', 'unzip'),
  installed(findSwift, "OpenStack Swift (Debian's python3-swift)", 'python3-swift'),
  unpacked(findCaddy, 'Caddy', 'caddy'),
]
/** Only for tests of `npm run test:full`. */
const neededByLongRuns = [
  unpacked(findVarnish, 'Varnish (with gcc)', 'varnish', 'varnish-modules', 'libvarnishapi3', 'libjemalloc2'),
]
const compared = [unpacked(findNginx, 'nginx', 'nginx')]

export const tools = stepFor('tests', needed)
export const longTestTools = stepFor('long tests', neededByLongRuns)
export const benchTools = stepFor('benches', compared)

function stepFor(those, programs) {
  const missing = () => programs.filter(({ find }) => find() === null)
  return {
    isDone: () => missing().length === 0,
    async make() {
      const names = missing().map(({ name }) => name)
      const sentence = `The ${those} need what this machine does not have; please install ${names.join(' and ')}.`
      if (!mayInstall()) throw new SetupError(sentence)

      console.log(`What the ${those} need and this machine lacks (once, about two minutes):`)
      for (const { plan } of missing()) console.log(`  ${plan}`)
      await aptGet(['update'], sentence)
      for (const { get } of missing()) await get(sentence)
      if (missing().length) throw new SetupError(sentence)
    },
  }
}

const mayInstall = () =>
  isRoot() && existsSync('/usr/bin/apt-get') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

function aptGet(args, sentence, cwd) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', ['-q', '-y', '-o', 'DPkg::Lock::Timeout=300', ...args], { env, sentence, cwd })
}

const install = (name, sentence) => aptGet(['install', '--no-install-recommends', name], sentence)

async function unpack(names, sentence) {
  const folder = unpackedIn(names[0])
  mkdirSync(folder, { recursive: true })
  await aptGet(['download', ...names], sentence, folder)
  const archives = readdirSync(folder).filter((file) => file.endsWith('.deb'))
  for (const archive of archives) await run('dpkg', ['-x', archive, '.'], { cwd: folder, sentence })
}

/** Only the programs: Debian would also make a database cluster and start it. */
async function installPostgres(sentence) {
  await install('postgresql-common', sentence)
  const settings = readFileSync(clusterSettings, 'utf8')
  writeFileSync(clusterSettings, `${settings}\ncreate_main_cluster = false\n`)
  try {
    await install('postgresql', sentence)
  } finally {
    writeFileSync(clusterSettings, settings)
  }
}
