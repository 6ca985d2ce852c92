import { staleBuildReason } from '#app/built-sites.ts'
import { type Config, isLive } from '#app/config.ts'
import { infrastructureOf } from '#app/infrastructure.ts'
import { type Finding, failureFinding, okFinding, warningFinding } from '#server/doctor/finding.ts'

/** Findings from the settings and the build in this folder, without a request to any service. */
export const settingFindings = (config: Config, root = '.'): Finding[] => [
  nodeFinding(),
  ...modeFindings(config, root),
  ...proxyFindings(config),
  ...secretFindings(config),
]

function nodeFinding(): Finding {
  const { node } = process.versions
  return Number(node.split('.')[0]) >= 24
    ? okFinding('Node', node)
    : failureFinding(
        'Node',
        `${node} is too old`,
        'Run it through npm (npm run doctor), which brings Node 24, or install Node 24.',
      )
}

function modeFindings(config: Config, root: string): Finding[] {
  const what = 'Mode'
  const stale = staleBuildReason(root)
  const build = stale
    ? failureFinding('Build', stale, 'As the user who owns the program: node scripts/prepare.mjs build')
    : okFinding('Build', 'is of the files in sites/')
  if (config.NODE_ENV !== 'production')
    return [
      config.DATABASE_URL
        ? warningFinding(
            what,
            'not production, although there is a PostgreSQL',
            'Set NODE_ENV=production for the real thing.',
          )
        : okFinding(what, 'for trying things out (NODE_ENV is not production)'),
      build,
    ]
  return [
    config.STAGING
      ? warningFinding(what, 'production, as a trial (STAGING=on)', 'Take STAGING away for the real thing.')
      : okFinding(what, 'production'),
    ...(isLive(config) && !config.STRIPE_SECRET_KEY
      ? [
          warningFinding(
            'Payments',
            'no payment service is set up, so the shop takes no orders',
            'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET; README.md says how.',
          ),
        ]
      : []),
    build,
    ...infrastructureOf(config)
      // Secrets beside PostgreSQL have findings of their own, below.
      .filter(({ embedded, part }) => embedded && !(config.DATABASE_URL && part === 'Secrets'))
      .map(({ part, runsOn, settings }) =>
        warningFinding(`Embedded: ${part}`, runsOn, `For the real thing set ${settings.join(' and ')}.`),
      ),
  ]
}

const isLoopback = (host: string) => /^(127\.|localhost$|\[?::1\]?$)/.test(host)

function proxyFindings({ HOST, TRUSTED_PROXIES: proxies, NODE_ENV }: Config): Finding[] {
  const what = 'Proxy'
  const everybody = proxies.find((proxy) => /\/0$/.test(proxy))
  if (everybody)
    return [
      failureFinding(
        what,
        `TRUSTED_PROXIES believes everybody (${everybody})`,
        'Name the addresses of the proxies alone.',
      ),
    ]
  if (NODE_ENV !== 'production')
    return isLoopback(HOST)
      ? []
      : [
          warningFinding(
            what,
            `HOST=${HOST} opens this to the network without https`,
            'Set HOST=127.0.0.1, or NODE_ENV=production behind a proxy.',
          ),
        ]
  if (!proxies.length)
    return [
      warningFinding(
        what,
        'no proxy is trusted, so visitors behind one all count as one and cookies are not bound to https',
        'Put Caddy in front (deploy/Caddyfile) and set TRUSTED_PROXIES to its address, 127.0.0.1 on the same machine.',
      ),
    ]
  return isLoopback(HOST) || proxies.some((proxy) => !isLoopback(proxy))
    ? [okFinding(what, `${proxies.join(', ')} may say who visits`)]
    : [warningFinding(what, `HOST=${HOST} lets visitors pass by the proxy on this machine`, 'Set HOST=127.0.0.1.')]
}

function secretFindings({ DATABASE_URL, APP_SECRET, DATA_KEY, DATA_DIR }: Config): Finding[] {
  if (!DATABASE_URL || (APP_SECRET && DATA_KEY)) return []
  const missing = [!APP_SECRET && 'APP_SECRET', !DATA_KEY && 'DATA_KEY'].filter(Boolean).join(' and ')
  return [
    warningFinding(
      'Secrets',
      `${missing} come from ${DATA_DIR}/secrets, so only processes that share this folder understand each other`,
      `Set ${missing} to what stands there, before a second machine joins.`,
    ),
  ]
}
