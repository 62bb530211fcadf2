/** A folder, and beside it the preview and details of the object that has the focus. */
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test('beside a folder are the preview and details of an object, as the account has chosen in any browser', async ({
  page,
  given,
  signIn,
  provokes,
}) => {
  const bucket = await given.bucket()
  await given.objects(bucket, ['a.txt', 'b.txt', 'folder/c.txt'])
  // The choice is kept for the account, so other journeys must not have it.
  const own = { Effect: 'Allow', Action: ['s3:*'], Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`] }
  const keys = await given.user({ Version: '2012-10-17', Statement: [own] })
  await signIn({ keys })
  await page.goto(`/object-browser/${bucket}/`)
  const pane = page.getByRole('region', { name: text('preview:pane.label') })
  const button = page.getByRole('button', { name: text('preview:pane.label') })
  await expect(rowOf(page, 'a.txt')).toBeVisible()
  await expect(pane).toHaveCount(0)
  await button.press('Enter')
  await expect(pane).toContainText(text('preview:pane.empty'))
  await expectAccessible(page)

  await test.step('a click shows an object, arrows the next one, and Enter opens its page', async () => {
    await rowOf(page, 'a.txt').getByText('a.txt').click()
    await expect(pane.getByRole('heading', { name: 'a.txt' })).toBeVisible()
    await expect(pane.getByText(text('objectDetail:info.etag'), { exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/${bucket}/$`))
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await expect(pane.getByRole('heading', { name: 'b.txt' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'b.txt', level: 1 })).toBeVisible()
  })

  await test.step('the choice stays, also for tiles, and a narrow window has one pane', async () => {
    await page.goto(`/object-browser/${bucket}/`)
    await expect(pane).toBeVisible()
    await page.getByRole('button', { name: text('preview:grid.show') }).click()
    await page.getByRole('list').getByRole('button', { name: 'b.txt', exact: true }).click()
    await expect(pane.getByRole('heading', { name: 'b.txt' })).toBeVisible()
    await page.setViewportSize({ width: 1000, height: 800 })
    await expect(pane).toHaveCount(0)
    await expect(button).toBeHidden()
    await page.setViewportSize({ width: 1360, height: 850 })
    await button.click()
    await expect(pane).toHaveCount(0)
  })
  await test.step('who may only list sees in the pane what is missing', async () => {
    provokes(403)
    const statements = [{ Effect: 'Allow', Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${bucket}`] }]
    await signIn({ keys: await given.user({ Version: '2012-10-17', Statement: statements }) })
    await page.goto(`/object-browser/${bucket}/`)
    await expect(rowOf(page, 'a.txt'), 'the list, because another account has chosen nothing').toBeVisible()
    await button.click()
    await rowOf(page, 'a.txt').getByText('a.txt').click()
    await expect(pane.getByRole('alert')).toContainText('s3:GetObject')
  })
})
