import { expect, test } from '../src/journey.ts'
import { expectLoadedAhead } from '../src/loaded-ahead.ts'

/** Browsers and proxies queue what is more. */
const MAX_REQUESTS = 25

test.use({ loadsAhead: true })

/** Those of all areas, and the ones that ask the most; in another language, whose texts are two more files, one of them. */
const PAGES = [
  ['/dashboard', 'en-GB'],
  ['/buckets', 'en-GB'],
  ['/buckets/photos/summary', 'en-GB'],
  ['/object-browser/photos/', 'en-GB'],
  ['/policies/readwrite', 'de-DE'],
  ['/logs?tab=search', 'en-GB'],
  ['/migrate', 'en-GB'],
] as const

test('a page makes few requests, also with all that it loads ahead and in another language', async ({
  page,
  browser,
  sharedConsole,
  signIn,
  given,
}) => {
  const bucket = await given.bucket()
  await signIn()
  const storageState = await page.context().storageState()
  for (const [path, locale] of PAGES) {
    // Each with an empty cache.
    const context = await browser.newContext({ storageState, baseURL: sharedConsole.url, locale })
    const opened = await context.newPage()
    const requests: string[] = []
    opened.on('request', (request) => requests.push(request.url()))
    await opened.goto(path.replace('photos', bucket))
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
    await expectLoadedAhead(opened)
    await opened.waitForLoadState('networkidle')
    expect(
      requests.filter((url) => url.includes('/assets/system-')),
      'pages of other areas are there',
    ).toHaveLength(1)
    expect(requests.length, `${path} in ${locale}:\n${requests.join('\n')}`).toBeLessThanOrEqual(MAX_REQUESTS)
    await context.close()
  }
})
