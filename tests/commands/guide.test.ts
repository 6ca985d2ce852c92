import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { guideCommands } from '#tests/guide-commands.ts'
import { findCaddy, findPostgres } from '../../scripts/prepare/find.mjs'

const version = 'guide-test'

/** Namespaces and a file system that is laid over another one are root's to make, on Linux. */
const mayMount =
  process.getuid?.() === 0 && spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true']).status === 0

/** What is in the folder now, as a repository of its own with one tag. */
function repositoryIn(folder: string): string {
  const repository = join(folder, 'repository')
  mkdirSync(repository)
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const files = list.toString().split('\0').filter(Boolean)
  execFileSync('tar', ['-cf', join(folder, 'files.tar'), '--ignore-failed-read', '--null', '-T', '-'], {
    input: files.join('\0'),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  execFileSync('tar', ['-xf', join(folder, 'files.tar'), '-C', repository])
  rmSync(join(folder, 'files.tar'))
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], { cwd: repository })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'As it is')
  git('tag', version)
  return repository
}

/** Debian starts PostgreSQL when it is installed. */
const startPostgres = `
install -d -o postgres -g postgres /run/postgresql /var/lib/guide-postgres
runuser -u postgres -- "$PG_BIN/initdb" -D /var/lib/guide-postgres/data -A trust --no-sync > /dev/null
runuser -u postgres -- "$PG_BIN/pg_ctl" -D /var/lib/guide-postgres/data -w -l /var/lib/guide-postgres/log \\
  -o "-k /run/postgresql -h 127.0.0.1 -c fsync=off" start > /dev/null
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
`

/** What a person enters with an editor: the passwords, and neither a mail server nor payments. */
const editSettings = `
sed -i 's|:change-me@127|:a-password-of-ours@127|; /^SMTP_URL=/d; /^MAIL_FROM=/d; /^STRIPE_/d' /etc/stagedoor/stagedoor.env
echo OWNER_EMAIL=owner@marlowquay.example >> /etc/stagedoor/stagedoor.env
`

/** The requests to the installation afterwards. */
const tryIt = `
for port in 3001 3002; do curl -fsS --retry 100 --retry-all-errors --retry-delay 1 -o /dev/null "http://127.0.0.1:$port/readyz"; done
echo "home page: $(curl -s -o /dev/null -w '%{http_code}' -H 'Host: marlowquay.example' -H 'X-Forwarded-Proto: https' -H 'X-Forwarded-For: 203.0.113.9' http://127.0.0.1:3001/)"
systemctl start stagedoor-backup
echo "backup: $(ls /var/backups/stagedoor)"
echo "owner of the program: $(stat -L -c %U /opt/stagedoor/package.json), of the settings: $(stat -c '%U %a' /etc/stagedoor/stagedoor.env)"
echo "unknown to systemd: $(grep -ciE 'unknown|invalid|failed to parse' /verified || true)"
echo "caddy: $(grep -c 127.0.0.1:3001 /caddy.json)"
echo 'export {}' > /opt/stagedoor/sites/edited-later.ts
systemctl start stagedoor-worker && exit 1 || echo "started after an edit: no"
`

const waitFor = (port: number) =>
  `curl -fsS --retry 200 --retry-all-errors --retry-delay 1 -o /dev/null http://127.0.0.1:${port}/readyz`

/** The restore that operators are to try once a quarter, of the backup that was just made. */
const drill = (guide: string) => {
  const [restore, start] = guideCommands(guide, 'Backups, and trying them')[0]!.split('\n') as [string, string]
  return `
cd /opt/stagedoor
${restore.replace(/\/path\/\S+/, '/var/backups/stagedoor/*.zip')}
${start} &
${waitFor(4000)}
echo "drill: $(curl -s -o /dev/null -w '%{http_code}' http://localhost:4000/)"
`
}

/** An embedded installation with data, and its move to PostgreSQL. */
const move = (guide: string) => {
  const [backup, restore] = guideCommands(guide, 'From the embedded database to PostgreSQL and S3') as [string, string]
  return `
mkdir -p /safe/place
export SETTINGS_FILE=/dev/null DEMO=off DATA_DIR=/safe/embedded PORT=4100
node_modules/.bin/node src/app/main.ts &
embedded=$!
${waitFor(4100)}
kill "$embedded" && wait "$embedded"
${backup}
export APP_SECRET=$(cat /safe/embedded/secrets/app-secret) DATA_KEY=$(cat /safe/embedded/secrets/data-key)
runuser -u postgres -- psql -c 'create database moved owner stagedoor_owner'
export DATABASE_URL=postgres://stagedoor:a-password-of-ours@127.0.0.1/moved
export DATABASE_OWNER_URL=postgres://stagedoor_owner:a-password-of-ours@127.0.0.1/moved
export DATA_DIR=/safe/moved PORT=4200
${restore.replace(/npm start$/, 'npm start &')}
${waitFor(4200)}
echo "moved: $(curl -s -o /dev/null -w '%{http_code}' http://localhost:4200/)"
`
}

test.runIf(mayMount)(
  'an installation that follows the guide runs, is restored for a trial and moves to PostgreSQL',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stagedoor-guide-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const repository = repositoryIn(folder)
    const guide = readFileSync('docs/operations.md', 'utf8')
    const commands = guideCommands(guide, 'Installing')
      // The tests have no network, and the Node of the machine is new enough.
      .filter((block) => !block.includes('nodejs.org'))
      .map((block) => block.replaceAll('<version>', version).replaceAll('<repository>', `file://${repository}`))
    const afterSettings = commands.findIndex((block) => block.includes('openssl rand')) + 1
    const script = [
      startPostgres,
      ...commands.slice(0, afterSettings),
      editSettings,
      ...commands.slice(afterSettings),
      tryIt,
      drill(guide),
      move(guide),
    ].join('\n')
    writeFileSync(join(folder, 'script'), script)
    mkdirSync(join(folder, 'root'))
    const inRoot = resolve('tests/commands/guide/in-clean-root.sh')
    const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child']
    const { stdout, stderr } = await promisify(execFile)(
      'unshare',
      [...namespaces, inRoot, join(folder, 'root'), join(folder, 'script')],
      {
        env: { ...process.env, REPOSITORY: resolve('.'), CADDY: resolve(findCaddy()!), PG_BIN: findPostgres()! },
        maxBuffer: 2 ** 26,
      },
    ).catch((error) => expect.fail(`${error.stdout}\n${error.stderr}`))
    const output = stdout + stderr
    for (const line of [
      /\n\d+ ok, \d+ to look at, 0 bad\.\n/,
      /The owner signs in at https:\/\/\S+\/admin\/login\n {2}as owner@marlowquay\.example\n {2}with the password \S+\n/,
      /\nhome page: 200\n/,
      /\nbackup: stagedoor-\S+Z\.zip\n/,
      /\nowner of the program: root, of the settings: root 600\n/,
      /\nunknown to systemd: 0\n/,
      /\ncaddy: [1-9]/,
      /The files in sites\/ are not those that the program was built from;/,
      /\nstarted after an edit: no\n/,
      /\nA trial start succeeded\.[\s\S]*\ndrill: 200\n/,
      /\ndrill: 200\n[\s\S]*\nRestored as of [\s\S]*\d+ ok, \d+ to look at, 0 bad\.\n[\s\S]*\nmoved: 200\n/,
    ])
      expect(output).toMatch(line)
  },
)
