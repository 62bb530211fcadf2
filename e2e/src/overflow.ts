/** Measures what of a page doesn't fit. */
import type { Page } from '@playwright/test'

/**
 * Texts that are cut, whichever element cuts them, placeholders longer than their field, buttons and tabs in two lines, and a page
 * wider than its window. What can be scrolled to isn't cut, code and the names of users' things may be, and where a whole text is
 * shown on demand, an ellipsis is deliberate.
 */
const OVERFLOW = `() => {
  const found = []
  const WAIVED = 'code, pre, bdi, svg, [translate="no"], .cm-editor, time, option'
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth !== 1
  const said = (text) => text.trim().replaceAll(/\\s+/g, ' ').slice(0, 60)
  const ownTexts = (element) => [...element.childNodes].filter((node) => node.nodeType === 3 && node.nodeValue.trim() !== '')
  const root = document.documentElement

  /** Whether an ancestor hides a part of a text. */
  function isCut(element, nodes) {
    const range = document.createRange()
    range.setStartBefore(nodes[0])
    range.setEndAfter(nodes.at(-1))
    const rect = range.getBoundingClientRect()
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      // Only for screen readers.
      if (box.width <= 1 || box.height <= 1) return false
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') return false
      if (style.position === 'fixed') return false
      const hides = style.overflowX === 'hidden' || style.overflowX === 'clip'
      if (!hides) continue
      if (rect.right > box.right + 1 || rect.left < box.left - 1) return element.closest('[title], [aria-haspopup]') === null
      if (style.overflowY !== 'auto' && style.overflowY !== 'scroll' && rect.height > 0) {
        if (rect.bottom > box.bottom + 4) return element.closest('[title], [aria-haspopup]') === null
      }
    }
    return false
  }

  const canvas = document.createElement('canvas').getContext('2d')
  function isPlaceholderCut(input) {
    const style = getComputedStyle(input)
    canvas.font = style.font
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    return canvas.measureText(input.placeholder).width > room + 1
  }

  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element) || element.closest(WAIVED)) continue
    if (element.matches('input') && element.placeholder !== '' && isPlaceholderCut(element)) found.push('placeholder: ' + element.placeholder)
    const nodes = ownTexts(element)
    const text = said(element.innerText ?? '')
    if (nodes.length > 0 && isCut(element, nodes)) found.push('cut: ' + text)
    if (text !== '' && element.matches('button, [role=tab]') && hasOneText(element)) {
      const range = document.createRange()
      range.selectNodeContents(element)
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => Math.round(bottom / 8)))
      if (tops.size > 1 && element.querySelectorAll('p, div + div').length === 0 && element.clientHeight > 44) found.push('wraps: ' + text)
    }
  }
  function hasOneText(element) {
    return [...element.querySelectorAll('*'), element].filter((one) => ownTexts(one).length > 0).length === 1
  }
  if (root.scrollWidth > root.clientWidth + 1) found.push('page: ' + root.scrollWidth + ' wide')
  return [...new Set(found)]
}`

/** Each as `cut: its text`, `placeholder: …`, `wraps: …` or `page: 400 wide`. */
export async function overflowOf(page: Page): Promise<string[]> {
  return await page.evaluate(`(${OVERFLOW})()`)
}
