/** The tab Lambda Notifications of the settings. */
import { missingProgram, startPostgres, TestWebhook, targetKind, tempFolder, waitUntil } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

async function restartUntilOnline(page: Page, target: string): Promise<void> {
  await page.getByRole('button', { name: 'Restart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByText('The storage server has restarted.')).toBeVisible({ timeout: 30_000 })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rowOf(page, target)).toContainText('online', { timeout: 1_000 })
  }).toPass()
}

test('a webhook is added, tested through a subscribed bucket and deleted', async ({
  page,
  ownStorage,
  ownConsole,
  signIn,
  provokes,
}) => {
  // While the server restarts, nothing responds.
  provokes(502, 503, 504)
  const storage = await ownStorage()
  const hook = await new TestWebhook().up()
  const { url } = await ownConsole({ storage })
  await signIn({ keys: storage.root, at: url })
  await page.goto(`${url}/settings`)
  await page.getByRole('link', { name: 'Lambda Notifications' }).click()
  await expect(page.getByText('No notification targets')).toBeVisible()
  await page.getByRole('button', { name: 'Add Notification Target' }).click()
  await expect(page.getByRole('heading', { name: 'Pick a supported service' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Kafka' })).toContainText('The embedded engine')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Webhook' }).click()
  await expect(page.getByRole('heading', { name: 'Webhook - Add Lambda Notification Target' })).toBeVisible()
  await page.getByLabel('Target name').fill('desk')
  await page.getByLabel('endpoint').fill(`${hook.url}/events`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

  const row = rowOf(page, 'webhook:desk')
  await expect(row).toContainText('Added')
  const wide = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(row.getByRole('gridcell').first(), 'the name is first on a phone').toHaveText(/^webhook:desk/)
  await page.setViewportSize(wide)
  await row.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('endpoint'), 'a new target can be edited before the restart').toHaveValue(
    `${hook.url}/events`,
  )
  await page.goBack()
  await restartUntilOnline(page, 'webhook:desk')
  await page.getByRole('button', { name: 'Test webhook:desk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test target webhook:desk' })
  await expect(dialog).toContainText('Subscribe it to events of a bucket first.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const subscription =
    '<QueueConfiguration><Queue>arn:minio:sqs::desk:webhook</Queue><Event>s3:ObjectCreated:*</Event></QueueConfiguration>'
  await storage.request({ method: 'PUT', bucket: 'photos' })
  await storage.request({
    method: 'PUT',
    bucket: 'photos',
    query: { notification: '' },
    body: `<NotificationConfiguration>${subscription}</NotificationConfiguration>`,
  })
  await page.getByRole('button', { name: 'Test webhook:desk' }).click()
  await expect(dialog.getByLabel('Bucket with a subscription for the target')).toHaveValue('photos')
  // The server takes ten seconds to count.
  await page.route('**/webhook/desk/queue?*', (route) =>
    route.fulfill({ json: { queued: 2, is_current: true, reason: '' } }),
  )
  await dialog.getByRole('button', { name: 'Create a test object' }).click()
  await expect(dialog).toContainText('The target is online after the event.')
  await expect(dialog).toContainText('2 events are waiting in the target’s queue.')
  await expectAccessible(page)
  await waitUntil('the event arrives', async () => hook.deliveries.length > 0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Delete webhook:desk' }).click()
  const deletion = page.getByRole('dialog', { name: 'Delete target webhook:desk' })
  await expect(deletion.getByRole('listitem')).toHaveText('photos')
  await expectAccessible(page)
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toContainText('Deleted')
  await hook.down()
})

if (targetKind() === 'minio') {
  const missing = missingProgram('postgres')
  if (missing !== undefined) process.stderr.write(`!!!!  SKIPPED: the journey with PostgreSQL. ${missing}\n`)

  test(
    'a PostgreSQL target is added by parts, subscribed, and stores an event after the restart',
    ON_MINIO_TOO,
    async ({ page, ownStorage, ownConsole, signIn, provokes }) => {
      test.skip(missing !== undefined, missing)
      provokes(400, 502, 503, 504)
      const [storage, postgres, queue] = [await ownStorage(), await startPostgres(), tempFolder('queue')]
      try {
        const { url } = await ownConsole({ storage })
        await storage.request({ method: 'PUT', bucket: 'photos' })
        await signIn({ keys: storage.root, at: url })
        await page.goto(`${url}/settings/notifications/add`)
        await page.getByRole('link', { name: 'PostgreSQL' }).click()
        await page.getByLabel('Target name').fill('orders')
        const { connection, settings } = postgres
        await page.getByLabel('Host').fill('127.0.0.1')
        await page.getByLabel('Port').fill('9')
        await page.getByLabel('Database').fill(connection.dbname)
        await page.getByLabel('sslmode').selectOption('disable')
        await page.getByLabel('User', { exact: true }).fill(connection.user)
        await page.getByRole('textbox', { name: 'Password' }).fill(connection.password)
        await page.getByLabel('table').fill(settings.table ?? '')
        await page.getByLabel('queue_dir').fill(queue.path)
        await expect(page.getByLabel('queue_limit')).toHaveValue('10000')
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Save' }).click()
        const review = page.getByRole('dialog')
        await expect(review, 'a password is never shown').not.toContainText(connection.password)
        await review.getByRole('button', { name: 'Save' }).click()
        await expect(review, 'the wrong port is explained').toContainText('connection refused')
        await review.getByRole('button', { name: 'Back to form' }).click()
        await page.getByLabel('Port').fill(connection.port)
        await page.getByRole('button', { name: 'Save' }).click()
        await review.getByRole('button', { name: 'Save' }).click()

        const row = rowOf(page, 'postgres:orders')
        await expect(row).toContainText('not in use yet')
        await expect(row).toContainText('Added')
        await restartUntilOnline(page, 'postgres:orders')

        await page.goto(`${url}/buckets/photos/events`)
        await page.getByRole('button', { name: 'Subscribe to Event' }).click()
        const subscribing = page.getByRole('dialog', { name: 'Subscribe To Event of photos' })
        await subscribing.getByLabel('ARN').selectOption('arn:minio:sqs::orders:postgresql')
        await subscribing.getByRole('switch', { name: 'PUT' }).click()
        await subscribing.getByRole('button', { name: 'Save' }).click()
        await expect(rowOf(page, 'orders (postgresql)')).toBeVisible()
        await storage.request({ method: 'PUT', bucket: 'photos', key: 'cat.jpg', body: 'x' })
        await waitUntil('the database has the event', async () =>
          (await postgres.events()).some(({ name }) => name === 'photos/cat.jpg'),
        )
      } finally {
        await postgres.stop()
        queue.remove()
      }
    },
  )
}
