import type { IncomingMessage } from 'node:http'
import { pageKindOf } from '#domain/sites/pages.ts'

/** What a path leads to; the label `kind` of the metrics. */
export const pathKinds = ['page', 'admin', 'api', 'file', 'health'] as const
export type PathKind = (typeof pathKinds)[number]

export function pathKindOf(path: string): PathKind {
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return 'health'
  if (/^\/(api|functions)\//.test(path)) return 'api'
  if (/^\/((assets|images|previews|media\/files)\/|favicon\.ico$)/.test(path)) return 'file'
  return /^\/admin(\/|$)/.test(path) ? 'admin' : 'page'
}

/** What a request does; overload control gives each kind capacity of its own, so that none can take another's. */
export type RequestKind = 'health' | 'sale' | 'stream' | 'change' | 'read' | 'page' | 'checkout'

export function requestKindOf({ method = 'GET', url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): RequestKind {
  const isRead = method === 'GET' || method === 'HEAD'
  const path = url.split('?', 1)[0]!
  const kind = pathKindOf(path)
  if (kind === 'health') return 'health'
  if (kind === 'file' || /^\/api\/(download\?|previews|upload\/)/.test(url)) return 'stream'
  if (/^\/api\/(webhooks|shop\/(checkout|quote|order))\b/.test(path) || (!isRead && path.startsWith('/sandbox/pay/')))
    return 'sale'
  if (!isRead) return 'change'
  return kind === 'api' ? 'read' : pageKindOf(path)
}
