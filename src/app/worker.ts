import { loadEntry, openServicesOrExit, printErrorAndExit, stopOnSignal } from '#app/process.ts'
import { notifyWatchdog } from '#app/watchdog.ts'

/** `npm run worker`: background jobs and nothing else, beside web processes that were started with WORKER=off. */
process.env.WORKER = 'on'
notifyWatchdog()
const services = await openServicesOrExit(await loadEntry().catch(printErrorAndExit), { hasWelcome: false })
stopOnSignal(services, async () => {})
console.log('Stagedoor is working on background jobs.')
