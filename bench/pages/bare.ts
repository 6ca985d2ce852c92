import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The yardstick: Node's own server, which knows one answer and gives it to whoever asks. */
const [body, head] = [readFileSync(process.argv[2]!), JSON.parse(process.argv[3]!) as string[]]
createServer((_, response) => {
  response.writeHead(200, head)
  response.end(body)
}).listen(Number(process.argv[4]), '127.0.0.1')
