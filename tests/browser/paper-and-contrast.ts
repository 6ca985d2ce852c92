import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkAccessibility } from '#tests/browser/accessibility.ts'
import { horizontalOverflowPx } from '#tests/browser/viewports-and-themes.ts'
import { viewports } from '#tests/browser/visit.ts'

/** What an A4 sheet leaves between its margins, in CSS pixels. */
const sheet = { width: 680, height: 1009 }

const onlyPressed =
  'nav, footer, form, button, .button, iframe, .skip-link, .action-bar, [data-announcements], [aria-label=Cookies]'

/** The page as it is printed: dark on white, nothing fixed, nothing that can only be pressed, every picture whole. */
export async function checkPrintedPage(page: Page): Promise<void> {
  await page.setViewportSize(sheet)
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(faultsOnPaper, { onlyPressed, tallest: sheet.height / 2 }), page.url()).toEqual([])
  expect(await page.locator('h1').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)).toBe(1)
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
  await page.emulateMedia({ media: null })
}

function faultsOnPaper({ onlyPressed, tallest }: { onlyPressed: string; tallest: number }): string[] {
  const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((each) => each.checkVisibility())
  const named = (what: string, element: Element) => `${what}: ${element.outerHTML.slice(0, 150)}`
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const faults = document.getAnimations().map(({ playState }) => `an animation is ${playState}`)
  for (const element of shown) {
    const { color, backgroundColor, backgroundImage, position } = getComputedStyle(element)
    if (element.matches(onlyPressed)) faults.push(named('can only be pressed', element))
    if (position === 'fixed' || position === 'sticky') faults.push(named(position, element))
    if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none')
      faults.push(named('has a ground', element))
    if (hasText(element) && color !== 'rgb(0, 0, 0)') faults.push(named(color, element))
    if (element.matches('.picture, img') && element.clientHeight > tallest) faults.push(named('too tall', element))
  }
  return faults
}

/**
 * With the colours of the system every button and field has an edge, and what keeps colours of its own can be read (axe
 * does not know the colours of the system). With more contrast all text can be read.
 */
export async function checkForcedColours(page: Page): Promise<void> {
  await page.setViewportSize(viewports.desktop)
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await page.evaluate(withoutEdge), page.url()).toEqual([])
  expect(await page.evaluate(otherInkOnChosen), page.url()).toEqual([])
  await page.emulateMedia({ forcedColors: 'none', contrast: 'more' })
  await checkAccessibility(page, ['color-contrast'])
  await page.emulateMedia({ contrast: 'no-preference' })
}

function withoutEdge(): string[] {
  const ground = getComputedStyle(document.documentElement).backgroundColor
  const fields = document.querySelectorAll('.button, select, textarea, input:not([type=hidden])')
  /** A field between two buttons has the edge of the three. */
  const hasEdge = (field: Element) => {
    const { borderTopStyle, borderTopWidth, borderTopColor, appearance } = getComputedStyle(field)
    const isNative = appearance !== 'none' && field.matches('[type=checkbox], [type=radio], [type=range]')
    return isNative || (borderTopStyle === 'solid' && borderTopWidth !== '0px' && borderTopColor !== ground)
  }
  return [...fields]
    .filter((field) => field.checkVisibility() && ![field, field.parentElement!].some(hasEdge))
    .map(({ outerHTML }) => outerHTML)
}

/** The chosen one of several lies on a colour of the system, which only one ink is made for. */
function otherInkOnChosen(): string[] {
  return [...document.querySelectorAll('[data-chosen] *')]
    .filter((part) => getComputedStyle(part).color !== getComputedStyle(part.closest('[data-chosen]')!).color)
    .map(({ outerHTML }) => outerHTML)
}
