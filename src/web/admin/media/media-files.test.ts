import { afterEach, expect, test, vi } from 'vitest'
import { maxMediaBytes } from '#domain/media/own-file.ts'
import { mediaFileTexts } from '#domain/texts/own-words.ts'
import { uploadMediaFile } from '#web/admin/media/media-files.ts'

afterEach(() => void vi.unstubAllGlobals())

test.each([
  [maxMediaBytes, 1],
  [maxMediaBytes + 1, 0],
])('a file of %i bytes is uploaded in %i requests', async (size, requests) => {
  const made = vi.fn()
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open = made
      send() {}
    },
  )
  const file = Object.defineProperty(new File(['x'], 'film.mp4'), 'size', { value: size }) as File
  const sending = uploadMediaFile(file, { onProgress: () => {}, signal: new AbortController().signal })
  if (!requests) await expect(sending).rejects.toThrow(mediaFileTexts.tooLarge)
  expect(made).toHaveBeenCalledTimes(requests)
})
