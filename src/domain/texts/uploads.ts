export const uploadTexts = {
  manuallyPaused: 'Manually paused',
  paused: ({ reason }: { reason: string }) => `Upload paused: ${reason}`,
  failed: ({ status }: { status: number }) => `Upload failed: ${status}`,
  tooLarge: ({ megabytes }: { megabytes: number }) => `File size (${megabytes} MB) exceeds maximum allowed size (1GB)`,
  memoryShort: 'Insufficient browser memory for file upload. Please close other tabs or try a smaller file.',
  networkUnsuitable: 'Network connection not suitable for large uploads',
  fileChanged: 'File has changed since upload started',
} as const

export const uploadSessionTexts = {
  alreadyActive: ({ id }: { id: string }) => `Session ${id} is already active`,
  notInStorage: ({ id }: { id: string }) => `Session ${id} not found in storage`,
  alreadyCompleted: ({ id }: { id: string }) => `Session ${id} is already completed`,
  fileMissing: 'Original file not available for resume',
  notFound: 'Session not found',
} as const

export const zipTexts = {
  startTimeout: 'Worker initialization timeout',
  workerError: 'Worker error occurred',
  timeout: 'Operation timeout',
  cancelled: 'Operation cancelled',
} as const
