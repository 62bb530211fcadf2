/** Several storage servers at one address: a list, one console each, and nothing of one in another. */
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { givenAt } from '../src/given.ts'
import { expect, fillLoginForm, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('servers are signed in to, watched and searched in one list, and one is opened from another', async ({
  page,
  storage,
  given,
  twoServers,
  provokes,
}) => {
  const { url, paris: other } = await twoServers('<b>Paris</b>')
  const bucket = await given.bucket('photos')
  const distant = await givenAt(other).bucket('photos')
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  // Whether there is a session at a server is known by asking.
  provokes(401)

  await test.step('each is signed in to from the list', async () => {
    await page.goto(`${url}/buckets`)
    await expect(page).toHaveURL(`${url}/servers`)
    for (const [title, { root }] of [
      ['Berlin', storage],
      ['<b>Paris</b>', other],
    ] as const) {
      await row(title).getByText(title, { exact: true }).click()
      await expect(page.getByRole('main')).toContainText(title)
      await fillLoginForm(page, root)
      await page.getByRole('button', { name: text('servers:switch', { title }) }).click()
      await page.getByRole('menuitem', { name: text('servers:all') }).click()
      await expect(row(title)).toContainText(text('servers:states.online'))
    }
    await expectAccessibleInBothThemes(page)
  })

  await test.step('an administrator adds a server, edits and removes it', async () => {
    await page.getByRole('button', { name: text('addedServers:add'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('addedServers:name'), { exact: true }).fill('rome')
    await dialog.getByLabel(text('addedServers:titleField'), { exact: true }).fill('Rome')
    await dialog.getByLabel(text('addedServers:url'), { exact: true }).fill('https://s3.example.invalid')
    await dialog.getByLabel(text('addedServers:color'), { exact: true }).selectOption('green')
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 1360, height: 850 })
    await dialog.getByRole('button', { name: text('addedServers:add'), exact: true }).click()
    await page.getByRole('button', { name: text('shared:moreActions', { name: 'Rome' }) }).click()
    await page.getByRole('menuitem', { name: text('addedServers:edit') }).click()
    await dialog.getByLabel(text('addedServers:titleField'), { exact: true }).fill('Roma')
    await dialog.getByRole('button', { name: text('addedServers:save'), exact: true }).click()
    await page.getByRole('button', { name: text('shared:moreActions', { name: 'Roma' }) }).click()
    await page.getByRole('menuitem', { name: text('addedServers:remove') }).click()
    await expect(dialog).toContainText(text('addedServers:noUses'))
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: text('addedServers:remove'), exact: true }).click()
    await expect(row('Roma')).toHaveCount(0)
  })

  await test.step('a bucket is found wherever it is', async () => {
    const search = page.getByLabel(text('servers:search'))
    await search.fill(bucket)
    await expect(page.getByRole('link', { name: bucket, exact: true })).toBeVisible()
    await search.fill(distant)
    await page.getByRole('link', { name: distant, exact: true }).click()
    await expect(page).toHaveURL(`${url}/servers/paris/buckets/${distant}/summary`)
    await expect(page.getByRole('heading', { name: distant })).toBeVisible()
  })

  await test.step('the menu leads to another server', async () => {
    await page.getByRole('button', { name: text('servers:switch', { title: '<b>Paris</b>' }) }).click()
    await page.getByRole('menuitem', { name: 'Berlin' }).click()
    await expect(page.getByRole('button', { name: text('servers:switch', { title: 'Berlin' }) })).toBeVisible()
    await page.getByRole('link', { name: 'Buckets' }).click()
    // Other journeys have buckets here too, more than the table renders.
    const search = page.getByLabel(text('buckets:search'))
    await search.fill(distant)
    await expect(page.getByText(text('shared:noMatch', { search: distant }))).toBeVisible()
    await search.fill(bucket)
    await expect(page.getByRole('link', { name: bucket, exact: true })).toBeVisible()
  })

  await test.step('a folder is copied to another server, and both buckets are compared', async () => {
    await givenAt(storage).object(bucket, 'folder/<i>a ü.txt', 'hello')
    await givenAt(storage).object(bucket, 'folder/b.txt', 'hello')
    await givenAt(other).object(distant, 'only there.txt', 'hello')
    await page.goto(`${url}/servers/berlin/buckets/${bucket}/summary`)
    await page.getByRole('button', { name: text('shared:moreActions', { name: bucket }) }).click()
    await page.getByRole('menuitem', { name: text('bucket:more.compare') }).click()
    await page.getByLabel(text('servers:place.server'), { exact: true }).selectOption('paris')
    await page.getByLabel(text('servers:place.bucket'), { exact: true }).fill(distant)
    await page.getByRole('button', { name: text('compareBuckets:start'), exact: true }).click()
    await expect(page.getByText(text('compareBuckets:done'))).toContainText(
      text('compareBuckets:counts.missingThere_other', { number: '2' }),
    )
    await expect(row('<i>a ü.txt')).toContainText(text('compareBuckets:kinds.missingThere'))
    await expect(row('only there.txt')).toContainText(text('compareBuckets:kinds.missingHere'))
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: text('compareBuckets:copy') }).click()
    await page.getByRole('link', { name: text('serverJobs:run.show') }).click()
    await expect(row('<b>Paris</b>')).toContainText(text('serverJobs:status.done'))

    await page.goto(`${url}/servers/berlin/object-browser/${bucket}/`)
    await page.getByRole('checkbox', { name: /folder/ }).check()
    await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('objects:actions.move') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('servers:place.server'), { exact: true }).selectOption('paris')
    await dialog.getByLabel(text('servers:place.bucket'), { exact: true }).fill(distant)
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('button', { name: text('copying:move.submit'), exact: true }).click()
    await page.getByRole('link', { name: text('serverJobs:run.show') }).click()
    await expect(row(text('serverJobs:status.done'))).toHaveCount(2)
    await page.goto(`${url}/servers/paris/object-browser/${distant}/folder/`)
    await expect(row('<i>a ü.txt')).toBeVisible()
    await page.goto(`${url}/servers/berlin/object-browser/${bucket}/`)
    await expect(page.getByText(text('objects:empty.bucketTitle'))).toBeVisible()
  })

  await test.step('the palette leads to another server', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('Paris')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`^${url}/servers/paris/`))
    await page.goto(`${url}/servers/berlin/buckets`)
  })

  await test.step('signing out of one leaves the other signed in, and a server that stops says so', async () => {
    await page.getByRole('button', { name: text('shell:logout') }).click()
    await expect(page.getByText(text('session:allServers'))).toBeVisible()
    await other.end()
    await page.getByRole('link', { name: text('session:allServers') }).click()
    await expect(row('Berlin')).toContainText(text('servers:states.signedOut'))
    provokes(502, 503)
    await expect(row('Paris')).toContainText(text('servers:states.unreachable'))
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(row('Paris')).toContainText(text('servers:states.unreachable'))
    await expectAccessibleInBothThemes(page)
  })
})
