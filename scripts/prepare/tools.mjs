import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { findChromium, findPostgres } from './find.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'

const clusterSettings = '/etc/postgresql-common/createcluster.conf'

/** What the tests need besides packages: a browser and a database server. */
export const tools = {
  isDone: () => findChromium() !== null && findPostgres() !== null,
  async make() {
    const missing = [
      findChromium() ? null : 'Chromium (or set CHROMIUM_PATH to it)',
      findPostgres() ? null : 'PostgreSQL 15 or later (or set PG_BIN to the folder of its programs)',
    ].filter(Boolean)
    const sentence = `The tests need what this machine does not have; please install ${missing.join(' and ')}.`
    if (!mayInstall()) throw new Refusal(sentence)

    console.log('Installing Chromium and PostgreSQL for the tests (once, about two minutes)…')
    await aptGet(['update'], sentence)
    if (!findChromium()) await install('chromium', sentence)
    if (!findPostgres()) await installPostgres(sentence)
    if (!tools.isDone()) throw new Refusal(sentence)
  },
}

const mayInstall = () =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

function aptGet(args, sentence) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return run('apt-get', ['-q', '-y', '-o', 'DPkg::Lock::Timeout=300', ...args], { env, sentence })
}

const install = (name, sentence) => aptGet(['install', '--no-install-recommends', name], sentence)

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
