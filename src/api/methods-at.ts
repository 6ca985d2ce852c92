import type { Hono } from 'hono'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods that a path has a route for: empty where nothing is. */
export function methodsAt(router: Hono['router'], path: string): string[] {
  // What is there for every method is a guard and no route.
  const has = (method: string) => router.match(method, path)[0].some(([[, route]]) => route.method === method)
  return methods.filter(has).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}
