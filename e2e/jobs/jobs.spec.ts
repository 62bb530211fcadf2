/** Jobs on the server: started in a dialog, finished without the page, listed with their log. */
import { expectAccessible } from '../src/accessibility.ts'
import { keysOf, LISTED } from '../src/given.ts'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'
import { versionedBucket } from '../src/versions.ts'

test.use({ hasTouch: true })

test('a deletion runs on the server without the page, is listed with its log, and is undone there', async ({
  page,
  given,
  signIn,
  storage,
}) => {
  test.setTimeout(180_000)
  page.setDefaultTimeout(60_000)
  const bucket = await versionedBucket(storage)
  await given.objects(bucket, ['in/a.txt', 'in/b/<c>.txt', 'renamed/a.txt'])
  await signIn()
  await page.goto(`/object-browser/${bucket}/`)
  await rowOf(page, 'in').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: text('serverJobs:run.label') }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(text('serverJobs:run.started'))).toBeVisible()
  await expect(page.getByRole('link', { name: text('serverJobs:run.show') })).toHaveAttribute('href', /\/jobs$/)

  await page.goto('about:blank')
  await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['renamed/a.txt'])
  await page.goto('/buckets')
  await page.getByRole('navigation').getByRole('link', { name: 'Jobs', exact: true }).click()
  const title = text('serverJobs:what.delete', { items: `${bucket}/in/` })
  const row = rowOf(page, title)
  await expect(row).toContainText(text('serverJobs:status.done'))
  await expect(row).toContainText(text('serverJobs:done_other', { number: 2 }))
  await expectAccessible(page)
  await row.getByRole('button', { name: text('serverJobs:actions.log') }).click()
  const log = page.getByRole('dialog', { name: text('serverJobs:log.title') })
  await expect(log.getByText(text('serverJobs:log.started'))).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(log).toBeHidden()

  await visit(page, `/object-browser/${bucket}/`)
  await page.getByRole('button', { name: text('objects:versions.menu'), exact: true }).click()
  await page.getByRole('menuitem', { name: text('objects:versions.undelete') }).click()
  await expect(dialog.getByRole('listitem')).toHaveText([text('changeVersions:undeleted_other', { number: '2' })])
  await dialog.getByRole('switch', { name: text('serverJobs:run.label') }).check()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['in/a.txt', 'in/b/<c>.txt', 'renamed/a.txt'])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await rowOf(page, 'in')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog.getByLabel(text('copying:rename.name')).fill('renamed')
  await dialog.getByRole('switch', { name: text('serverJobs:run.label') }).check()
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['in/a.txt', 'renamed/a.txt', 'renamed/b/<c>.txt'])
  await page.goto('/jobs')
  const undeletion = rowOf(page, text('serverJobs:what.undelete', { items: `${bucket}/` }))
  await expect(undeletion).toContainText(text('serverJobs:done_other', { number: 2 }))
  const renaming = (name: string) => {
    const names = { items: `${bucket}/in/${name}`, target: `${bucket}/renamed/${name}` }
    return rowOf(page, text('serverJobs:what.move', names))
  }
  await expect(renaming('')).toContainText(text('serverJobs:status.incomplete'))
  await storage.request({ method: 'DELETE', bucket, key: 'renamed/a.txt' })
  await renaming('')
    .getByRole('button', { name: text('serverJobs:actions.log') })
    .click()
  await expect(log.getByRole('list', { name: text('serverJobs:log.failures') })).toContainText('in/a.txt')
  await expectAccessible(page)
  await log.getByRole('button', { name: text('serverJobs:actions.retry') }).click()
  await expect(renaming('a.txt')).toContainText(text('serverJobs:status.done'))
  await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['renamed/a.txt', 'renamed/b/<c>.txt'])
})

test('the log of a job explains what policies refused', async ({ page, given, signIn }) => {
  const bucket = await given.bucket()
  await given.objects(bucket, ['free.txt', 'kept.txt'])
  const objects = `arn:aws:s3:::${bucket}`
  const keys = await given.user({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: ['s3:*'], Resource: [objects, `${objects}/*`] },
      { Effect: 'Deny', Action: ['s3:DeleteObject'], Resource: [`${objects}/kept.txt`] },
    ],
  })
  await signIn({ keys })
  await page.goto(`/object-browser/${bucket}/`)
  for (const name of ['free.txt', 'kept.txt']) await rowOf(page, name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete Selected' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('switch', { name: text('serverJobs:run.label') }).check()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('link', { name: text('serverJobs:run.show') }).click()

  const row = rowOf(page, bucket)
  await expect(row).toContainText(text('serverJobs:status.incomplete'))
  const started = row.locator('time')
  await expect(started, 'how long ago it started, exact on hover').toHaveText(/ago \(.+\)$/)
  const relative = started.getByText('ago')
  await test.step('the keyboard and a tap show the exact time in its place', async () => {
    await expect(started).not.toHaveAttribute('tabindex')
    await row.focus()
    await page.keyboard.press('ArrowUp')
    await expect(row).toBeFocused()
    await expect(relative).toBeHidden()
    await row.blur()
    await expect(relative).toBeVisible()
    await started.tap()
    await expect(relative).toBeHidden()
    await started.tap()
    await expect(relative).toBeVisible()
    await started.click()
    await expect(relative, 'a mouse hovers instead').toBeVisible()
  })
  await row.getByRole('button', { name: text('serverJobs:actions.log') }).click()
  const failure = page.getByRole('list', { name: text('serverJobs:log.failures') }).getByRole('listitem')
  await expect(failure).toContainText('kept.txt')
  await expect(failure.locator('code')).toHaveText('AccessDenied')
  await expectAccessible(page)
  await failure.getByRole('button', { name: text('shared:explain.open') }).click()
  const explanation = page.getByRole('dialog', { name: text('explain:title') })
  await expect(explanation.getByText('s3:DeleteObject', { exact: true })).toBeVisible()
  await expect(explanation.getByText(`${bucket}/kept.txt`, { exact: true })).toBeVisible()
  await expect(explanation.getByText(keys.accessKey, { exact: true })).toBeVisible()
  await expectAccessible(page)
})
