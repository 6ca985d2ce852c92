import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../../scripts/prepare/find.mjs'

const quiet = ['--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run']

/** No name but the machine's own has an address, so nothing that a page asks for can leave it. */
const noOutside = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1'

/** A browser with an empty profile of its own. It visits only our pages, so it also runs where sandboxes may not. */
export async function startChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('The tests need Chromium: install it, or set CHROMIUM_PATH to it.')
  return chromium.launch({ executablePath, chromiumSandbox: false, args: [...quiet, noOutside] })
}
