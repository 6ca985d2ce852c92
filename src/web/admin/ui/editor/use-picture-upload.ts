import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Crop } from '#domain/images/crop.ts'
import { maxPictureBytes } from '#domain/images/upload.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { assertPictureSize, uploadPicture } from '#web/admin/ui/editor/upload.ts'
import { errorSentence } from '#web/ui/forms/use-form.ts'

type PictureUploadOptions = {
  isCropped: boolean
  onUploaded: (address: string) => void
  /** What to say while a picture is on its way; null when none is. */
  onUploading: (words: string | null) => void
}

/** A chosen file waits for its crop, then it is uploaded. Only the newest problem is shown. */
export function usePictureUpload(on: PictureUploadOptions) {
  const [chosen, setChosen] = useState<File | null>(null)
  const [done, setDone] = useState(0)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const sending = useMutation({
    mutationFn: ({ file, crop }: { file: File; crop: Crop | undefined }) => {
      assertPictureSize(file)
      stop.current = new AbortController()
      return uploadPicture(file, { crop, onProgress: setDone, signal: stop.current.signal })
    },
    onMutate: () => on.onUploading('The picture is still being uploaded.'),
    onSuccess: ({ address }) => on.onUploaded(address),
    onSettled: () => on.onUploading(null),
    networkMode: 'always',
  })
  const isStopped = sending.error instanceof DOMException
  const error = sending.error && !isStopped ? errorSentence(sending.error, errorPanelTexts.unexpected) : null

  function choose(file: File | undefined): void {
    if (!file) return
    sending.reset()
    setDone(0)
    if (on.isCropped && file.size <= maxPictureBytes) setChosen(file)
    else sending.mutate({ file, crop: undefined })
  }

  function send(crop: Crop | undefined): void {
    setChosen(null)
    if (chosen) sending.mutate({ file: chosen, crop })
  }

  return {
    chosen,
    choose,
    send,
    error,
    done,
    isPending: sending.isPending,
    discard: () => setChosen(null),
    clear: () => sending.reset(),
    cancel: () => stop.current?.abort(),
  }
}
