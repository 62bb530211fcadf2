/** The tab Tiers of the settings. */
import { createHash } from 'node:crypto'
import { send, startMinio, targetKind, waitUntil } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

if (targetKind() === 'minio') {
  test(
    'a tier is added by its form, used by a rule, contains a moved object, and is not removed while in use',
    ON_MINIO_TOO,
    async ({ page, ownStorage, ownConsole, signIn, provokes }) => {
      provokes(400)
      const storage = await ownStorage()
      const remote = await startMinio()
      try {
        const { url } = await ownConsole({ storage })
        const bucket = 'moving'
        await storage.request({ method: 'PUT', bucket })
        await send({ url: remote.url, credentials: remote.root, method: 'PUT', bucket: 'cold' })
        await signIn({ keys: storage.root, at: url })
        await page.goto(`${url}/settings`)
        await page.getByRole('link', { name: 'Tiers' }).click()
        await expect(page.getByText('No tiers')).toBeVisible()
        await page.getByRole('button', { name: 'Add Tier' }).click()
        await expectAccessible(page)
        for (const provider of ['GCS', 'S3', 'Azure'])
          await expect(page.getByRole('link', { name: provider })).toBeVisible()
        await page.getByRole('link', { name: 'Azure' }).click()
        await expect(page.getByRole('heading', { name: 'Azure - Add Tier Configuration' })).toBeVisible()
        await visit(page, '/settings/tiers/add/gcs')
        await expect(page.getByRole('heading', { name: 'GCS - Add Tier Configuration' })).toBeVisible()
        await visit(page, '/settings/tiers/add/minio')
        await expect(page.getByRole('heading', { name: 'MinIO - Add Tier Configuration' })).toBeVisible()

        await page.getByLabel('Name', { exact: false }).first().fill('cold tier')
        await expect(page.getByLabel('Name').first()).toHaveValue('COLD TIER')
        await expect(
          page.getByText(
            'Please verify that string is uppercase only and contains valid characters (numbers, dashes & underscores).',
          ),
        ).toBeVisible()
        await page.getByLabel('Name').first().fill('cold')
        await page.getByLabel('Endpoint').fill(remote.url)
        await page.getByLabel('Access Key').fill(remote.root.accessKey)
        await page.getByRole('textbox', { name: 'Secret Key' }).fill(remote.root.secretKey)
        await page.getByLabel('Bucket').fill('no-such-bucket')
        await page.getByLabel('Region').fill('us-east-1')
        await page.getByLabel('Prefix').fill('archive/')
        await page.getByRole('button', { name: 'Save tier configuration' }).click()
        await expect(page.getByText('The remote storage has no such bucket.')).toBeVisible()
        await expectAccessible(page)
        await page.getByLabel('Bucket').fill('cold')
        await page.getByRole('button', { name: 'Save tier configuration' }).click()
        await expect(page.getByText('Tier COLD was added.')).toBeVisible()
        for (const column of ['Tier Name', 'Type', 'Endpoint', 'Bucket', 'Prefix', 'Region']) {
          await expect(page.getByRole('columnheader', { name: column })).toBeVisible()
        }
        await expect(rowOf(page, 'COLD')).toContainText('S3')
        await expectAccessible(page)

        await addRuleWithoutDelay(storage.request, bucket)
        await storage.request({ method: 'PUT', bucket, key: 'a.txt', body: 'moved text' })
        await waitUntil('the object has moved', async () => {
          const { headers } = await storage.request({ method: 'HEAD', bucket, key: 'a.txt' })
          return headers['x-amz-storage-class'] === 'COLD'
        })
        await visit(page, `/object-browser/${bucket}/a.txt`)
        const download = page.waitForEvent('download')
        await page
          .getByRole('link', { name: 'Download' })
          .or(page.getByRole('button', { name: 'Download' }))
          .first()
          .click()
        const stream = await (await download).createReadStream()
        expect(Buffer.concat(await stream.toArray()).toString()).toBe('moved text')

        await page.goto(`${url}/settings/tiers`)
        await rowOf(page, 'COLD').getByRole('button', { name: 'Details' }).click()
        const details = page.getByRole('dialog', { name: 'Tier COLD' })
        await expect(details).toContainText('moving: rule now')
        await expectAccessible(page)
        await details.getByRole('button', { name: 'Verify connection' }).click()
        await expect(page.getByText('The connection of COLD works.')).toBeVisible()
        await details.getByRole('button', { name: 'Close' }).last().click()
        await rowOf(page, 'COLD').getByRole('button', { name: 'Update credentials' }).click()
        const credentials = page.getByRole('dialog', { name: 'Update credentials of COLD' })
        await credentials.getByLabel('Access Key').fill(remote.root.accessKey)
        await credentials.getByRole('textbox', { name: 'Secret Key' }).fill('not the secret')
        await credentials.getByRole('button', { name: 'Save' }).click()
        await expect(credentials).toContainText('The remote storage refuses these credentials.')
        await credentials.getByRole('textbox', { name: 'Secret Key' }).fill(remote.root.secretKey)
        await credentials.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('The credentials of COLD were changed.')).toBeVisible()
        await rowOf(page, 'COLD').getByRole('button', { name: 'Remove' }).click()
        const removal = page.getByRole('dialog', { name: 'Remove tier COLD' })
        await expect(removal).toContainText('Delete the lifecycle rules that use it first.')
        await expectAccessible(page)
      } finally {
        await remote.stop()
      }
    },
  )
} else {
  test('a storage server without tiers says so, and without permission or with empty fields the reason is shown', async ({
    page,
    signIn,
    provokes,
    given,
  }) => {
    await test.step('a storage server without tiers says so', async () => {
      provokes(501)
      await signIn()
      await page.goto('/settings/tiers')
      await expect(page.getByText('This storage server doesn’t support tiers')).toBeVisible()
      for (const name of ['Retry', 'Add Tier']) await expect(page.getByRole('button', { name })).toBeHidden()
      await visit(page, '/settings/tiers/add/s3')
      await expect(page.getByText('This storage server doesn’t support tiers')).toBeVisible()
      // A section that this server lacks isn't offered again either.
      await visit(page, '/settings/notifications/kafka?add=target')
      await expect(page.getByText('Not supported')).toBeVisible()
      await expect(
        page.getByText('The storage server doesn’t support the configuration section notify_kafka.'),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
    })

    await test.step('with permission only to list tiers, other actions show the reason; the forms refuse a wrong file and empty fields', async () => {
      // The engine has no tiers.
      const gcs = { name: 'COLD', endpoint: 'https://storage.googleapis.com/', bucket: 'b', prefix: 'p/', region: 'eu' }
      await page.route('**/api/v1/admin/tiers', (route) =>
        route.fulfill({ json: { items: [{ type: 'gcs', gcs }, { type: 'hdfs' }] } }),
      )
      const Statement = [
        { Effect: 'Allow', Action: ['admin:ListTier'] },
        { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
      ]
      await signIn({ keys: await given.user({ Version: '2012-10-17', Statement }) })
      await page.goto('/buckets')
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(rowOf(page, 'COLD')).toContainText('storage.googleapis.com')
      const denied = /^You don’t have permission .*admin:SetTier/
      const add = page.getByRole('button', { name: 'Add Tier' })
      await expect(add).toHaveAccessibleDescription(denied)
      for (const action of ['Update credentials', 'Remove']) {
        await expect(rowOf(page, 'COLD').getByRole('button', { name: action })).toHaveAccessibleDescription(denied)
      }
      await expect(page.getByText('Configurations', { exact: true })).toHaveAccessibleDescription(
        'You don’t have permission to view this tab (admin:ConfigUpdate on this server).',
      )

      await signIn()
      await page.goto('/settings/tiers')
      await rowOf(page, 'hdfs').getByRole('button', { name: 'Update credentials' }).click()
      const credentials = page.getByRole('dialog')
      await expect(credentials).toContainText('There was an error retrieving tier information')
      await visit(page, '/settings/tiers/add/gcs')
      const file = page.getByLabel('Key file of a service account (.json)')
      await file.setInputFiles({ name: 'key.txt', mimeType: 'text/plain', buffer: Buffer.from('{}') })
      await expect(page.getByText('Choose a .json file.')).toBeVisible()
      await file.setInputFiles({ name: 'key.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
      await expect(page.getByText('Choose a .json file.')).toBeHidden()
      const save = page.getByRole('button', { name: 'Save tier configuration' })
      const fields = {
        Name: 'COLD',
        Endpoint: 'https://storage.googleapis.com/',
        Bucket: 'b',
        Region: 'eu',
        Prefix: 'p/',
      }
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).first().fill(value)
      await expect(save).not.toHaveAccessibleDescription(/required/)
      for (const [label, value] of Object.entries(fields)) {
        await page.getByLabel(label).first().fill('')
        await expect(page.getByText('Field cannot be empty')).toBeVisible()
        await expect(save).toHaveAccessibleDescription(/required/)
        await page.getByLabel(label).first().fill(value)
      }
    })
  })
}

type Request = (options: {
  method: string
  bucket: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
}) => Promise<unknown>

/** The console only offers days from 1 on. */
async function addRuleWithoutDelay(request: Request, bucket: string): Promise<void> {
  const body =
    '<LifecycleConfiguration><Rule><ID>now</ID><Status>Enabled</Status><Filter><Prefix></Prefix></Filter>' +
    '<Transition><Days>0</Days><StorageClass>COLD</StorageClass></Transition></Rule></LifecycleConfiguration>'
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  await request({ method: 'PUT', bucket, query: { lifecycle: '' }, headers, body })
}
