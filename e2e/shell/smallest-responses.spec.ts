import { PAGES as LISTED } from '@cooperage/contract'
import { SMALLNESS, type Smallness, smallestResponse } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { givenAt } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

/** Every page and tab, with a text that is shown once it has rendered. */
const PAGES = [
  ['/buckets', 'Creation Date'],
  ['/buckets/photos/summary', 'Object Locking'],
  ['/buckets/photos/events', 'Subscribe to Event'],
  ['/buckets/photos/replication', 'Destination'],
  ['/buckets/photos/replication/status', text('replication:parts.rules')],
  ['/buckets/photos/lifecycle', 'Add Lifecycle Rule'],
  ['/buckets/photos/access/principals', 'Granted by'],
  ['/buckets/photos/access/policies', 'Name'],
  ['/users', 'Create User'],
  ['/groups', 'Create Group'],
  ['/policies', 'Create Policy'],
  ['/policies?tab=simulator', 'Resource'],
  ['/policies?tab=exposure', text('exposure:scan.again')],
  ['/policies/readers', 'Save'],
  ['/policies/readers?tab=users', 'Name'],
  ['/policies/readers?tab=groups', 'Name'],
  ['/policies/readers?tab=simulator', 'Resource'],
  ['/access-keys', 'Access Key'],
  ['/access-keys?tab=temporary', 'Access Key'],
  ['/identity-providers', 'Address'],
  ['/identity-providers?tab=policies', 'User or group'],
  ['/object-browser', 'Used Space'],
  ['/object-browser/photos/', 'Last Modified'],
  ['/object-browser/photos/?tab=uploads', 'Upload ID'],
  ['/object-browser/photos/?search=beach', text('objects:deep.close')],
  ['/object-browser/photos/?rewind=2026-01-01T00:00:00Z', 'Object Date'],
  ['/object-browser/photos/beach.jpg', 'Path'],
  ['/account', 'Create service account'],
  ['/account?tab=permissions', text('effective:title.me')],
  ['/account?tab=sessions', 'Sign out everywhere'],
  ['/license', 'Current license'],
] as const

/** The session fields of the specification (core-console 3). */
const SESSION_FIELDS = ['operator', 'status', 'pages', 'features', 'distributedMode']
/** Without permissions a page shows only what is missing. */
const PASSED_THROUGH = 'session.hasPermission'

/** Adds `settled()` to the page: it resolves when the pending calls have returned and are rendered. */
const SETTLED = `
  const originalFetch = window.fetch
  let pending = 0
  window.fetch = (...call) => {
    pending += 1
    return originalFetch(...call).finally(() => { pending -= 1 })
  }
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve))
  window.settled = async () => {
    do await idle()
    while (pending > 0)
    await idle()
  }`

/** Our own server always returns all fields; one written from the specification alone might not. */
async function respondMinimally(page: Page, how: Smallness): Promise<void> {
  await page.addInitScript(SETTLED)
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request()
    const { id, body } = smallestResponse(request.method(), new URL(request.url()).pathname, how)
    if (id === PASSED_THROUGH) return await route.fallback()
    if (id !== 'session.get') return await route.fulfill({ json: body ?? null })
    const session = (await (await route.fetch()).json()) as object
    const specified = Object.entries(session).filter(([name]) => SESSION_FIELDS.includes(name))
    await route.fulfill({ json: Object.fromEntries(specified) })
  })
}

for (const how of SMALLNESS) {
  test(`every page renders when all calls return ${how}`, async ({ page, signIn }) => {
    await signIn()
    await respondMinimally(page, how)
    await page.goto('/buckets')
    const main = page.getByRole('main')
    for (const [path, text] of PAGES) {
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)}); settled()`)
      await expect(main.getByText(text, { exact: true }).first(), path).toBeVisible()
      await page.evaluate('settled()')
      expect(await page.getByText('This page stopped working').count(), path).toBe(0)
    }
  })
}

/** Elements whose text is data, not words of the console: names, code, keys, times, and what its author marked. */
const DATA = 'code, pre, kbd, bdi, time, script, style, svg, [translate="no"]'
/** A text of the pseudo-locale, or none with words: units and names of formats aren't translated. */
const TRANSLATED = /[⟦⟧~åçéîñöûýšžÅÉÎÑÖÛÝ\u0600-\u06ff]/
const NO_WORDS = /^[^a-z]*$|^[\d.,\s]*(B|KiB|MiB|GiB|TiB|s|ms|%)?$/i

/** The texts that a visitor sees, or hears from a screen reader, outside such elements. */
const VISIBLE_TEXTS = `(data) => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (element?.closest(data) === null && element.checkVisibility()) found.push(node.nodeValue)
  }
  for (const name of ['aria-label', 'title', 'placeholder']) {
    for (const element of document.querySelectorAll('[' + name + ']')) {
      if (element.closest(data) === null) found.push(element.getAttribute(name))
    }
  }
  return found
}`

/** The visible texts of the page that are still English. */
async function englishTexts(page: Page, names: readonly string[] = []): Promise<string[]> {
  const texts: string[] = await page.evaluate(`(${VISIBLE_TEXTS})(${JSON.stringify(DATA)})`)
  return [...new Set(texts.map((one) => one.trim()))].filter(
    (one) => !TRANSLATED.test(one) && !NO_WORDS.test(one) && !names.includes(one),
  )
}

test('every text of every page is translated', async ({ page, ownStorage, ownConsole, signIn, provokes }) => {
  provokes(404, 501)
  // The engine has neither pools, other sites, batch jobs nor a KMS: their pages show what it has, and the reasons.
  await page.route('**/api/v1/session', async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return await route.fulfill({ response })
    const session = (await response.json()) as { features: string[] }
    await route.fulfill({
      response,
      json: { ...session, features: [...session.features, 'heal', 'batch-jobs', 'kms', 'site-replication'] },
    })
  })
  // Without what other journeys leave behind, whose names are in no language.
  const storage = await ownStorage()
  const { url } = await ownConsole({ storage })
  const given = givenAt(storage)
  const bucket = await given.bucket()
  await given.objects(bucket, ['photos/beach.jpg', 'beach.jpg'])
  const names = [bucket, storage.root.accessKey, 'photos', 'beach.jpg', 'photos/beach.jpg']
  await page.addInitScript({ content: `document.cookie = 'cooperage-language=pseudo; path=/'; ${SETTLED}` })
  await page.goto(`${url}/login`)
  await expect(page.locator('input').first()).toBeVisible()
  const english = new Map([['/login', await englishTexts(page)]])
  await signIn({ keys: storage.root, at: url })
  await page.goto(`${url}/buckets`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const others = LISTED.map(({ path }) => path).filter((path) => !/[:*]/.test(path))
  const more = ['/pools?tab=drives', '/tools/diagnostics', '/no-such-page']
  for (const path of new Set([...PAGES.map(([path]) => path), ...others, ...more])) {
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path.replace('photos', bucket))}); settled()`)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await page.evaluate('settled()')
    english.set(path, await englishTexts(page, names))
  }
  const found = [...english].filter(([, texts]) => texts.length > 0)
  expect(Object.fromEntries(found)).toEqual({})
})
