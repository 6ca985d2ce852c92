import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  findCaddy,
  findChromium,
  findNginx,
  findOathtool,
  findPostgres,
  findSwift,
  findUnzip,
  unpackedIn,
} from './find.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'

const clusterSettings = '/etc/postgresql-common/createcluster.conf'

/** What the tests need besides packages, how a person would call it, and how Debian installs it. */
const needed = [
  {
    find: findChromium,
    name: 'Chromium (or set CHROMIUM_PATH to it)',
    get: (say) => install('chromium-headless-shell', say),
  },
  {
    find: findPostgres,
    name: 'PostgreSQL 15 or later (or set PG_BIN to the folder of its programs)',
    get: installPostgres,
  },
  { find: findOathtool, name: 'oathtool', get: (say) => install('oathtool', say) },
  { find: findUnzip, name: 'unzip', get: (say) => install('unzip', say) },
  { find: findSwift, name: "OpenStack Swift (Debian's python3-swift)", get: (say) => install('python3-swift', say) },
  { find: findCaddy, name: 'Caddy', get: (say) => unpack('caddy', say) },
]
const compared = [{ find: findNginx, name: 'nginx', get: (say) => unpack('nginx', say) }]

export const tools = stepFor('tests', needed)
export const benchTools = stepFor('benches', compared)

function stepFor(those, programs) {
  const missing = () => programs.filter(({ find }) => find() === null)
  return {
    isDone: () => missing().length === 0,
    async make() {
      const names = missing().map(({ name }) => name)
      const sentence = `The ${those} need what this machine does not have; please install ${names.join(' and ')}.`
      if (!mayInstall()) throw new Refusal(sentence)

      console.log(`Installing what the ${those} need (once, about two minutes)…`)
      await aptGet(['update'], sentence)
      for (const { get } of missing()) await get(sentence)
      if (missing().length) throw new Refusal(sentence)
    },
  }
}

const mayInstall = () =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

function aptGet(args, sentence, cwd) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', ['-q', '-y', '-o', 'DPkg::Lock::Timeout=300', ...args], { env, sentence, cwd })
}

const install = (name, sentence) => aptGet(['install', '--no-install-recommends', name], sentence)

/** Only unpacked: Debian would also start it, on everybody's port 80. */
async function unpack(name, sentence) {
  const folder = unpackedIn(name)
  mkdirSync(folder, { recursive: true })
  await aptGet(['download', name], sentence, folder)
  const [archive] = readdirSync(folder).filter((file) => file.endsWith('.deb'))
  await run('dpkg', ['-x', archive, '.'], { cwd: folder, sentence })
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
