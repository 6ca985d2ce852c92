import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The baseline: Node's own HTTP server with one fixed answer. */
const [body, head] = [readFileSync(process.argv[2]!), JSON.parse(process.argv[3]!) as string[]]
createServer((_, response) => {
  response.writeHead(200, head)
  response.end(body)
}).listen(Number(process.argv[4]), '127.0.0.1')
