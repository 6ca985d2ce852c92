import JSZip from 'jszip'

export type JszipRequest = { files: File[]; level: number }
export type JszipResponse = { bytes: number } | { failed: string }

/** The same work as ours, as JSZip's own documentation does it. */
self.onmessage = async ({ data: { files, level } }: MessageEvent<JszipRequest>) => {
  try {
    const zip = new JSZip()
    for (const file of files) zip.file(file.name, file)
    const how = level
      ? ({ compression: 'DEFLATE', compressionOptions: { level } } as const)
      : ({ compression: 'STORE' } as const)
    const made = await zip.generateAsync({ type: 'blob', streamFiles: true, ...how })
    self.postMessage({ bytes: made.size } satisfies JszipResponse)
  } catch (error) {
    self.postMessage({ failed: String(error) } satisfies JszipResponse)
  }
}
