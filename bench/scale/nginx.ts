import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '#tests/browser/process.ts'
import { findNginx } from '../../scripts/prepare/find.mjs'

export type Balancer = { child: ChildProcess; ports: number[] }

/** nginx with a port for each group of processes, which gets their requests in turns; without a cache of its own. */
export async function startBalancer(folder: string, groups: readonly (readonly number[])[]): Promise<Balancer> {
  const program = findNginx()
  if (!program) throw new Error('This bench needs nginx: please install it (Debian: apt install nginx-light).')
  const root = join(folder, 'nginx')
  mkdirSync(root)
  const ports: number[] = []
  const parts: string[] = []
  for (const [at, group] of groups.entries()) {
    const port = await freePort()
    ports.push(port)
    const servers = group.map((each) => `server 127.0.0.1:${each};`).join(' ')
    parts.push(
      `upstream web${at} { ${servers} keepalive 64; keepalive_requests 1000000; }
  server { listen 127.0.0.1:${port}; keepalive_requests 1000000; location / { proxy_pass http://web${at}; } }`,
    )
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${root}/${name};`)
    .join(' ')
  writeFileSync(
    join(root, 'nginx.conf'),
    `daemon off; master_process off; pid ${root}/pid; error_log stderr crit; events { worker_connections 1024; }
http { access_log off; ${temporary} proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr; proxy_buffers 16 32k; proxy_buffer_size 32k;
  ${parts.join('\n  ')} }`,
  )
  const child = spawn(program, ['-c', join(root, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const port of ports)
    while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))) {
      if (child.exitCode !== null) throw new Error('nginx did not start.')
      await after(50)
    }
  return { child, ports }
}
