import { connect, type Socket } from 'node:net'

/** What a client learns of an answer; its body is counted and not kept. */
export type ReceivedAnswer = { status: number; head: string; bodyBytes: number }
type Done = (error: Error | null, answer: ReceivedAnswer) => void

const endOfHead = Buffer.from('\r\n\r\n')
/** All connections read into one buffer, so that no packet needs memory of its own. */
const shared = Buffer.allocUnsafe(64 * 1024)

type ChunkState = 'size' | 'data' | 'trailer'

/**
 * A keep-alive connection that sends one request at a time. It costs a fraction of Node's HTTP client, which would take
 * more of the processors than the server that is measured.
 */
export class Connection {
  #socket: Socket
  #done: Done | null = null
  #answer: ReceivedAnswer | null = null
  /** Of a head that came in pieces. */
  #pending: Buffer | null = null
  /** Bytes of the body still to come; null when it comes in chunks. */
  #left: number | null = 0
  #chunk: { state: ChunkState; left: number; line: string } = { state: 'size', left: 0, line: '' }
  #hasNoBody = false
  /** Why nothing can be sent any more. */
  failure: Error | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    const fail = (error = new Error('The server closed the connection.')) => {
      this.failure ??= error
      this.#finish(this.failure)
    }
    socket.on('error', fail)
    socket.on('close', () => fail())
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      let connection: Connection | null = null
      const onread = {
        buffer: shared,
        callback: (count: number) => {
          connection?.receive(shared.subarray(0, count))
          return true
        },
      }
      const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        connection = new Connection(socket)
        resolve(connection)
      })
    })
  }

  send(request: Buffer | string, done: Done): void {
    if (this.failure) {
      done(this.failure, noAnswer)
      return
    }
    this.#done = done
    this.#answer = null
    this.#hasNoBody = request.toString('latin1', 0, 5) === 'HEAD '
    this.#socket.write(request)
  }

  request(request: Buffer | string): Promise<ReceivedAnswer> {
    return new Promise((resolve, reject) =>
      this.send(request, (error, answer) => (error ? reject(error) : resolve(answer))),
    )
  }

  close(): void {
    this.#socket.destroy()
  }

  private receive(data: Buffer): void {
    const body = this.#answer ? data : this.#readHead(data)
    if (!body || !this.#answer) return
    if (this.#left === null) this.#readChunks(body)
    else {
      this.#left -= body.length
      this.#answer.bodyBytes += body.length
      if (this.#left <= 0) this.#finish(null)
    }
  }

  /** What follows the head; null while the head is not complete. */
  #readHead(data: Buffer): Buffer | null {
    const all = this.#pending ? Buffer.concat([this.#pending, data]) : data
    const end = all.indexOf(endOfHead)
    if (end < 0) {
      this.#pending = Buffer.copyBytesFrom(all)
      return null
    }
    this.#pending = null
    const head = all.toString('latin1', 0, end)
    const status = Number(head.slice(9, 12))
    this.#answer = { status, head, bodyBytes: 0 }
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)
    const isEmpty = this.#hasNoBody || status === 304 || status === 204
    const isChunked = /\r\ntransfer-encoding:[^\r]*chunked/i.test(head)
    if (!length && !isChunked && !isEmpty) {
      this.#socket.destroy(new Error(`An answer with the status ${status} does not tell its length.`))
      return null
    }
    this.#left = isEmpty ? 0 : length ? Number(length[1]) : null
    this.#chunk = { state: 'size', left: 0, line: '' }
    return all.subarray(end + endOfHead.length)
  }

  #readChunks(data: Buffer): void {
    const chunk = this.#chunk
    for (let at = 0; at < data.length; ) {
      if (chunk.state === 'data') {
        const count = Math.min(chunk.left, data.length - at)
        at += count
        chunk.left -= count
        if (chunk.left === 0) chunk.state = 'size'
        continue
      }
      const end = data.indexOf('\n', at)
      chunk.line += data.toString('latin1', at, end < 0 ? data.length : end)
      if (end < 0) return
      at = end + 1
      const line = chunk.line.trim()
      chunk.line = ''
      if (chunk.state === 'trailer') {
        if (line !== '') continue
        this.#finish(null)
        return
      }
      const size = Number.parseInt(line, 16)
      this.#answer!.bodyBytes += size
      chunk.state = size ? 'data' : 'trailer'
      // The line break after the data belongs to it.
      chunk.left = size + 2
    }
  }

  #finish(error: Error | null): void {
    const [done, answer] = [this.#done, this.#answer]
    this.#done = null
    done?.(error, answer ?? noAnswer)
    if (answer && /\r\nconnection: *close/i.test(answer.head)) this.#socket.destroy()
  }
}

const noAnswer: ReceivedAnswer = { status: 0, head: '', bodyBytes: 0 }

export const httpRequestHead = (path: string, headers: Record<string, string>, method = 'GET'): string =>
  [`${method} ${path} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  )
