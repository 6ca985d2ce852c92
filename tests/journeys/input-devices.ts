import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseOptionByKeyboard, tabTo, typeInto, waitForDialogFocus } from '#tests/browser/keyboard.ts'

/** The input device of a journey in the admin area: mouse only, or keyboard only. */
export type InputDevice = {
  /** Goes to another screen of the admin area. */
  go: (page: Page, screen: string) => Promise<void>
  /** A button or a link, by its name. */
  press: (page: Page, name: string | RegExp) => Promise<void>
  /** The same for a button that opens a dialog. */
  open: (page: Page, name: string | RegExp) => Promise<void>
  /** Text is typed either way. */
  type: (page: Page, field: string, text: string) => Promise<void>
  /** An option of a list. */
  choose: (page: Page, field: string, option: string) => Promise<void>
  /** Moves a row of a list to the place of the next one. */
  moveDown: (page: Page, name: string, next: string) => Promise<void>
}

const control = (page: Page, name: string | RegExp) =>
  page
    .locator('button, a')
    .and(page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true })))
    .first()

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()

/** Drags a handle of a list until it has passed another one: the page may still move, or scroll, under the pointer. */
export async function dragTo(handle: Locator, goal: Locator): Promise<void> {
  const page = handle.page()
  await goal.scrollIntoViewIfNeeded()
  // Waits until the page no longer moves under it.
  await handle.hover({ position: { x: 10, y: 10 } })
  await page.mouse.down()
  await handle.and(page.locator('[aria-pressed=true]')).waitFor()
  const isAhead = (at: Box, other: Box) => at.y < other.y || (at.y === other.y && at.x < other.x)
  const boxes = () => Promise.all([handle, goal].map(async (each) => (await each.boundingBox())!))
  const [start, first] = await boxes()
  const wasAhead = isAhead(start!, first!)
  const dragOn = async () => {
    const [held, to] = await boxes()
    if (isAhead(held!, to!) !== wasAhead) return true
    await page.mouse.move(to!.x + 10, to!.y + 10, { steps: 8 })
    return false
  }
  await expect.poll(dragOn).toBe(true)
  await page.mouse.up()
}

type Box = { x: number; y: number }

export const mouseDevice: InputDevice = {
  go: async (page, screen) => {
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: screen, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: screen }).waitFor()
  },
  press: (page, name) => control(page, name).click(),
  open: async (page, name) => {
    await control(page, name).click()
    await dialog(page)
  },
  type: async (page, field, text) => {
    await page.getByRole('textbox', { name: field, exact: true }).click({ clickCount: 3 })
    await page.keyboard.type(text)
  },
  choose: async (page, field, option) => {
    await page.getByLabel(field).selectOption(option)
  },
  moveDown: async (page, name, next) => {
    const handle = (of: string) => page.getByRole('button', { name: `Move ${of}`, exact: true })
    await dragTo(handle(name), handle(next))
  },
}

export const keyboardDevice: InputDevice = {
  go: async (page, screen) => {
    await page.keyboard.press('Control+k')
    await waitForDialogFocus(page)
    await page.keyboard.type(screen)
    await page
      .getByRole('option', { name: new RegExp(`^${screen}`) })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: screen }).waitFor()
  },
  press: async (page, name) => {
    await tabTo(page, name)
    await page.keyboard.press('Enter')
  },
  open: async (page, name) => {
    await tabTo(page, name)
    await page.keyboard.press('Enter')
    await waitForDialogFocus(page)
  },
  type: typeInto,
  choose: chooseOptionByKeyboard,
  moveDown: async (page, name) => {
    await tabTo(page, `Move ${name}`)
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  },
}
