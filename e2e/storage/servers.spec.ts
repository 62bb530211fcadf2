/** The console in front of a storage server without an admin API. */
import { startVersitygw } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { createVersionedBucket, signInWithForm, useObjects, viewOnPhone } from '../src/any-server.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('an administrator of versitygw works with buckets and objects, and sees what the server doesn’t have', async ({
  page,
  ownConsole,
  stopAtEnd,
  provokes,
}) => {
  // Without CORS rules in a bucket, it lets no page of another origin read anything.
  provokes(401, 501, 'blocked', 'unreachable')
  const storage = await startVersitygw()
  stopAtEnd(storage)
  const console = await ownConsole({ storage })
  await signInWithForm(page, console.url, storage.root)
  await createVersionedBucket(page, 'films')
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    'Object Browser',
    'Buckets',
    'Documentation',
  ])

  await expect(page.getByRole('button', { name: 'Set Replication' })).toHaveCount(0)
  await page.getByRole('link', { name: 'films', exact: true }).click()
  await expect(page.getByText('versitygw has S3 only')).toBeVisible()
  await expect(page.getByText(text('bucket:summary.missing', { settings: 'Encryption' }))).toBeVisible()
  await expect(page.getByRole('region', { name: 'Encryption' })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Quota' })).toBeHidden()
  const usage = page.getByRole('region', { name: 'Usage' })
  await expect(usage).toContainText('versitygw doesn’t report usage.')
  await usage.getByRole('button', { name: 'Count usage' }).click()
  await expect(usage).toContainText('0 objects')
  await expect(usage.getByRole('button', { name: 'Count again: usage' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Browse objects' }).click()
  await useObjects(page, 'films', 20)
  await viewOnPhone(page, 'films')
  await page.getByRole('button', { name: text('shell:profile', { account: storage.root.accessKey }) }).click()
  await expect(page.getByText('versitygw, S3 only')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})
