import { join } from 'node:path'
import process from 'node:process'
import { LANGUAGE_COOKIE, LANGUAGES } from '@cooperage/contract'
import type { Page } from '@playwright/test'
import { givenAt } from '../src/given.ts'
import { expect, test, visit } from '../src/journey.ts'

/** Where each page is saved as an image, to be looked at; '' for nowhere. */
const SHEETS = process.env.COOPERAGE_SHEETS ?? ''

const WIDTHS = [
  { width: 1360, height: 850 },
  { width: 390, height: 844 },
]

const PAGES = [
  '/dashboard',
  '/buckets',
  '/buckets/photos/summary',
  '/buckets/photos/events',
  '/buckets/photos/replication',
  '/buckets/photos/lifecycle',
  '/buckets/photos/access/principals',
  '/users',
  '/groups',
  '/policies',
  '/policies/readwrite',
  '/policies?tab=simulator',
  '/policies?tab=exposure',
  '/access-keys',
  '/access-keys?tab=temporary',
  '/identity-providers',
  '/iam-backup',
  '/object-browser',
  '/object-browser/photos/',
  '/object-browser/photos/2026/',
  '/object-browser/photos/?tab=uploads',
  '/object-browser/photos/beach.jpg',
  '/account',
  '/account?tab=permissions',
  '/account?tab=sessions',
  '/settings',
  '/logs',
  '/trace',
  '/watch',
  '/heal',
  '/tools/diagnostics',
  '/jobs',
  '/license',
  '/no-such-page',
]

/** Texts that are cut, buttons and tabs in two lines, and a page wider than its window. Names and code may be cut. */
const OVERFLOW = `() => {
  const found = []
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1
  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element) || element.closest('code, pre, bdi, svg, [translate="no"], .cm-editor')) continue
    const text = (element.innerText ?? '').trim().replaceAll(/\\s+/g, ' ').slice(0, 60)
    if (text === '') continue
    const style = getComputedStyle(element)
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip'
    const hasOwnText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim() !== '')
    if (hides && hasOwnText && element.scrollWidth > element.clientWidth + 1) found.push('cut: ' + text)
    if (element.matches('button, [role=tab]') && hasOneText(element)) {
      const range = document.createRange()
      range.selectNodeContents(element)
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => Math.round(bottom / 8)))
      if (tops.size > 1 && element.querySelectorAll('p, div + div').length === 0 && element.clientHeight > 44) found.push('wraps: ' + text)
    }
  }
  function hasOneText(element) {
    return [...element.querySelectorAll('*'), element].filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim() !== '')).length === 1
  }
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth + 1) found.push('page: ' + root.scrollWidth + ' wide')
  return [...new Set(found)]
}`

async function overflowOf(page: Page): Promise<string[]> {
  return await page.evaluate(`(${OVERFLOW})()`)
}

test('no text of any page is cut in any language', { tag: '@scaled' }, async ({
  page,
  ownStorage,
  ownConsole,
  signIn,
  provokes,
}) => {
  test.setTimeout(1_800_000)
  provokes(404)
  const storage = await ownStorage()
  const { url } = await ownConsole({ storage })
  const given = givenAt(storage)
  const bucket = await given.bucket()
  await given.objects(bucket, ['beach.jpg', 'notes.txt', '2026/may/report.pdf', '2026/june.csv'])
  await given.user()
  await signIn({ keys: storage.root, at: url })
  const found: { language: string; width: number; path: string; text: string }[] = []
  const wanted = process.env.COOPERAGE_LANGUAGES?.split(',') ?? LANGUAGES.map(({ tag }) => tag)
  for (const language of wanted) {
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url }])
    await page.goto(`${url}/buckets`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      for (const pattern of PAGES) {
        const path = pattern.replace('photos', bucket)
        await visit(page, path)
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        for (const text of await overflowOf(page)) found.push({ language, width: size.width, path: pattern, text })
        if (SHEETS !== '') {
          const name = `${language}-${size.width}-${pattern.replaceAll(/[^a-z-]+/gi, '_')}.png`
          await page.screenshot({ path: join(SHEETS, name) })
        }
      }
    }
  }
  console.table(found)
  // English was looked at: what is cut there is meant.
  const english = new Set(
    found.filter(({ language }) => language === 'en').map(({ width, path }) => `${width} ${path}`),
  )
  expect(found.filter(({ language, width, path }) => language !== 'en' && !english.has(`${width} ${path}`))).toEqual([])
})
