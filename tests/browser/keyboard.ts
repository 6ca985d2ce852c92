import type { Page } from 'playwright-core'

const max = 120

/** Goes on with Tab until something with this name has the focus; fails when the focus is lost or never gets there. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = []
  for (let pressed = 0; pressed <= max; pressed++) {
    const focused = await page.evaluate(nameOfFocused)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    seen.push(focused)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${name}. It came to: ${seen.join(' | ')}`)
}

/** Waits until the dialog has the focus: before that, a key reaches the page below it. */
export async function waitForDialogFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role=alertdialog], [role=dialog]'))
}

/** Types into a field by keyboard only. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/**
 * Chooses in a list with the option's first letter alone, which goes on to the next option that begins with it. A whole
 * word would be taken for several when a busy machine lets a second pass between two of its letters.
 */
export async function chooseOptionByKeyboard(page: Page, name: string, option: string): Promise<void> {
  await tabTo(page, name)
  const chosen = () => page.evaluate(() => (document.activeElement as HTMLSelectElement).selectedOptions[0]?.text)
  for (let pressed = 0; (await chosen()) !== option; pressed++) {
    if (pressed === max) throw new Error(`${option} was not found in ${name}.`)
    await page.keyboard.press(option.charAt(0))
  }
}

/** As a screen reader would call it, as far as our own markup goes; nothing when nothing has the focus. */
function nameOfFocused(): string {
  const element = document.activeElement
  if (!element || element === document.body) return ''
  const labelled = element.getAttribute('aria-labelledby')
  const label =
    element.getAttribute('aria-label') ??
    (labelled && document.getElementById(labelled)?.textContent) ??
    (element as HTMLInputElement).labels?.[0]?.textContent ??
    element.textContent
  return (label ?? '').replace(/\s*\*$/, '').trim()
}
