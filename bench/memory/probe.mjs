// Loaded into a measured process: answers SIGUSR2 with what Node knows of its memory, as a line of the file that
// MEMORY_PROBE names.
import { appendFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'

process.on('SIGUSR2', () => {
  const { heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const { total_physical_size: heapPhysical } = getHeapStatistics()
  const facts = { pid: process.pid, heapTotal, heapUsed, heapPhysical, external, arrayBuffers }
  appendFileSync(process.env.MEMORY_PROBE, `${JSON.stringify(facts)}\n`)
})
