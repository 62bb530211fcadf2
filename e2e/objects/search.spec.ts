/** Search: in a folder while typing, and in everything below it, with actions on the results. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../src/accessibility.ts'
import { keysOf, LISTED, listed } from '../src/given.ts'
import { holdCalls } from '../src/hold-calls.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

const HOSTILE = '<img src=x onerror=alert(1)> report \u202Efdp.exe'

test.beforeEach(({ signIn }) => signIn())

test('a name is found in subfolders with the keyboard, opened, and still found after going back', async ({
  page,
  given,
  storage,
}) => {
  const bucket = await given.bucket()
  await given.objects(bucket, ['2025/beach/1.jpg', '2025/beach/2.jpg', '2026/june/old Beach.jpg', 'notes.txt'])
  await given.object(bucket, `2026/${HOSTILE}`)
  await listed(storage, bucket, 5)
  await page.goto(`/object-browser/${bucket}/`)
  await expect(rowOf(page, '2025')).toBeVisible()

  const box = page.getByPlaceholder('Search objects')
  await box.fill('beach')
  await expect(page.getByText(text('objects:notSearchedYet'))).toBeVisible()
  await box.press('Enter')
  await expect(page).toHaveURL(/\?search=beach$/)
  await expect(page.getByText('5 objects scanned')).toBeVisible()
  await expect(page.getByText(text('objects:deep.below', { place: bucket, text: 'beach' }))).toBeVisible()
  await expect(rowOf(page, '2025/beach')).toBeVisible()
  await expect(rowOf(page, '2026/june/old Beach.jpg')).toBeVisible()
  await expect(rowOf(page, '1.jpg'), 'the folder counts as one match').toHaveCount(0)
  await expect(rowOf(page, 'notes.txt')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: '2026/june/old Beach.jpg', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'old Beach.jpg', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(rowOf(page, '2026/june/old Beach.jpg')).toBeVisible()

  await box.fill('REPORT')
  await page.getByRole('button', { name: text('objects:deep.start') }).click()
  await expect(rowOf(page, '<img src=x onerror=alert(1)> report')).toBeVisible()
  await page.getByRole('button', { name: text('objects:deep.close') }).click()
  await expect(rowOf(page, 'notes.txt')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/$`))
})

test('a search is stopped and continued, its results are downloaded and deleted, and a loading folder is searched by prefix', async ({
  page,
  given,
  storage,
}) => {
  await test.step('search results are downloaded and deleted together', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a/x log/1', 'a/x log/2', 'b/deep/log.txt', 'b/keep.txt'])
    await listed(storage, bucket, 4)
    await page.goto(`/object-browser/${bucket}/?search=log`)
    await expect(page.getByText('4 objects scanned')).toBeVisible()
    await expect(rowOf(page, 'b/deep/log.txt')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all' }).check()

    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: text('objects:download.selected'), exact: true }).click()
    const archive = await readFile(await (await started).path())
    for (const name of ['a/x log/1', 'a/x log/2', 'b/deep/log.txt']) expect(archive.includes(name)).toBe(true)
    expect(archive.includes('keep.txt')).toBe(false)

    await page.getByRole('button', { name: 'Delete Selected' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete 2 items from ${bucket}` })
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Objects deleted successfully.')).toBeVisible()
    await expect(rowOf(page, 'b/deep/log.txt')).toHaveCount(0)
    await expect(rowOf(page, 'a/x log')).toHaveCount(0)
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['b/keep.txt'])
  })

  await test.step('a search shows its progress, is stopped, and continues', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a/needle', 'z/needle'])
    await listed(storage, bucket, 2)
    // A real call searches for seconds before it leaves the rest to the next: more objects than a journey can store. The
    // first response is faked as incomplete, and the second, which is real, waits.
    const first = { objects: [], looked: 1200, next: 'a/needle' }
    await page.route(/\/objects\/search\?/, (route) => route.fulfill({ json: first }), { times: 1 })
    const release = await holdCalls(page, /\/objects\/search\?.*after=/)
    await page.goto(`/object-browser/${bucket}/?search=needle`)
    await expect(page.getByText(text('objects:deep.scanning_other', { number: '1,200' }))).toBeVisible()
    await page.getByRole('button', { name: text('objects:deep.stop') }).click()
    await expect(page.getByText('The search was stopped')).toBeVisible()
    await expect(
      page.getByText(text('objects:deep.found_other', { summary: '0 objects', number: '1,200' })),
    ).toBeVisible()
    await expectAccessible(page)
    await release()
    const goingOn = page.waitForRequest(/\/objects\/search\?/)
    await page.getByRole('button', { name: text('objects:deep.resume') }).click()
    expect(new URL((await goingOn).url()).searchParams.get('after'), 'where it stopped').toBe('a/needle')
    await expect(rowOf(page, 'z/needle')).toBeVisible()
    await expect(
      page.getByText(text('objects:deep.found_other', { summary: '1 object', number: '1,201' })),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: text('objects:deep.resume') })).toHaveCount(0)
    await expect(page.getByRole('button', { name: text('objects:deep.stop') })).toHaveCount(0)

    // A resumed search can be stopped too.
    const releaseAgain = await holdCalls(page, /\/objects\/search\?/)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('button', { name: text('objects:deep.stop') }).click()
    await expect(page.getByRole('button', { name: text('objects:deep.resume') })).toBeVisible()
    await releaseAgain()
    await page.getByRole('button', { name: text('objects:deep.resume') }).click()
    await expect(page.getByRole('button', { name: text('objects:deep.resume') })).toHaveCount(0)
    await expect(rowOf(page, 'z/needle')).toBeVisible()
  })

  await test.step('searching a folder that is still loading requests the names that start with the search text', async () => {
    const bucket = await given.bucket()
    await given.objects(bucket, ['a.txt', 'zebra.txt', 'old zebra.txt'])
    await listed(storage, bucket, 3)
    // A real page has a thousand rows. This is the only page of the folder itself; the rest is real.
    const only = { name: 'a.txt', size: 1, last_modified: '2026-01-02T03:04:05.000Z', etag: '' }
    await page.route(/\/objects\?/, (route) => route.fulfill({ json: { objects: [only], next: 'a.txt' } }), {
      times: 1,
    })
    const release = await holdCalls(page, /\/objects\?.*after=/)
    await page.goto(`/object-browser/${bucket}/`)
    await expect(rowOf(page, 'a.txt')).toBeVisible()
    await expect(page.getByText('1 object so far')).toBeVisible()
    await page.getByPlaceholder('Search objects').fill('zeb')
    await expect(rowOf(page, 'zebra.txt')).toHaveCount(1)
    await expect(rowOf(page, 'old zebra.txt'), 'not loaded, and without the prefix').toHaveCount(0)
    await release()
    await expect(rowOf(page, 'old zebra.txt')).toBeVisible()
  })
})
