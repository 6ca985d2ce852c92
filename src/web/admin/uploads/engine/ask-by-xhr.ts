import type { Ask } from '#web/admin/uploads/engine/http-transport.ts'

/** A line on which nothing has moved for so long is dead, whatever the browser thinks of it. */
export const stallMs = 60_000

/** `fetch` cannot say how much of a body has gone, so the older way is taken. */
export const askByXhr: Ask = ({ method, path, headers = {}, body }, { onProgress, signal } = {}) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    let isStalled = false
    let timer: ReturnType<typeof setTimeout>
    const moves = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isStalled = true
        stop()
      }, stallMs)
    }
    request.open(method, path)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => {
      moves()
      onProgress?.(loaded)
    }
    request.onreadystatechange = moves
    request.onload = () => resolve({ status: request.status, body: request.response })
    request.onerror = () => resolve({ status: 0, body: null })
    request.onabort = () =>
      isStalled ? resolve({ status: 0, body: null }) : reject(new DOMException('The upload was stopped.', 'AbortError'))
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    signal?.addEventListener('abort', stop)
    moves()
    request.send(body ?? null)
  })
