/** Encryption of a bucket on a server with a KMS: its keys are chosen from a list, or typed (spec core-console 2, 4). */
import {
  accountsOf,
  allow,
  ENCRYPTING_MINIO,
  type StorageServer,
  send,
  startMinio,
  targetKind,
  uniqueName,
} from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { startConsole } from '../src/console-process.ts'
import { test as base, expect, ON_MINIO_TOO } from '../src/journey.ts'
import { errorText, permissionError, text } from '../src/text.ts'

interface Sealing {
  storage: StorageServer
  url: string
}

const KEY = 'cooperage-key'

/** A MinIO server with a key, and a console in front of it, for all journeys of a worker. */
const test = base.extend<object, { sealing: Sealing }>({
  sealing: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
    async ({}, use) => {
      const storage = await startMinio(ENCRYPTING_MINIO)
      const console = await startConsole(storage.url)
      await use({ storage, url: console.url })
      await console.stop()
      await storage.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function newBucket({ storage }: Sealing): Promise<string> {
  const bucket = uniqueName('sealed')
  await send({ url: storage.url, credentials: storage.root, method: 'PUT', bucket })
  return bucket
}

async function openDialog(page: Page, { url }: Sealing, bucket: string) {
  await page.goto(`${url}/buckets/${bucket}/summary`)
  await page.getByRole('button', { name: 'Edit encryption' }).click()
  return page.getByRole('dialog', { name: `Enable Bucket Encryption of ${bucket}` })
}

// The engine has no keys to choose from, which another journey covers.
if (targetKind() === 'minio') {
  test(
    'a KMS key is chosen, and new objects are encrypted with it until it is removed',
    ON_MINIO_TOO,
    async ({ page, sealing, signIn, provokes }) => {
      // Three dialogs, each on a page that is reloaded.
      test.setTimeout(150_000)
      const { storage, url } = sealing
      const bucket = await newBucket(sealing)
      const card = page.getByRole('region', { name: 'Encryption', exact: true })
      await signIn({ keys: storage.root, at: url })
      let dialog = await openDialog(page, sealing, bucket)
      const type = dialog.getByLabel('Encryption type')
      await expect(type.getByRole('option')).toHaveText(['Disabled', 'SSE-S3', 'SSE-KMS'])
      await type.selectOption('SSE-KMS')
      const key = dialog.getByLabel('KMS key ID')
      await expect(key.getByRole('option')).toHaveText([text('bucket:summary.encryption.isDefault', { key: KEY })])
      await expect(key).toHaveValue(KEY)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      await expect(card).toContainText('SSE-KMS')
      await expect(card).toContainText(`New objects are encrypted with the key ${KEY}.`)
      const put = await send({
        url: storage.url,
        credentials: storage.root,
        method: 'PUT',
        bucket,
        key: 'a',
        body: 'a',
      })
      expect(put.headers['x-amz-server-side-encryption']).toBe('aws:kms')

      await test.step('key management has the key, tests it, and names the bucket that uses it', async () => {
        // The list of the API, a second key and a deletion: none of it exists with a key in the environment.
        provokes(409, 501)
        await page.getByRole('navigation').getByRole('link', { name: 'Key management' }).click()
        await expect(page.getByRole('region', { name: text('kms:status.name') })).toContainText(
          text('kms:status.builtIn'),
        )
        await expect(page.getByRole('region', { name: text('kms:status.defaultKey') })).toContainText(KEY)
        await expect(page.getByText(text('kms:builtIn'))).toBeVisible()
        await expectAccessible(page)
        await page.getByRole('link', { name: text('kms:tabs.keys'), exact: true }).click()
        await page.getByRole('textbox', { name: text('kms:keys.pattern') }).fill('other*')
        await expect(page.getByText(text('kms:keys.noMatch'))).toBeVisible()
        await page.getByRole('textbox', { name: text('kms:keys.pattern') }).fill('*-key')
        await page.getByRole('button', { name: `${text('kms:test.action')} ${KEY}` }).click()
        const tested = page.getByRole('dialog')
        await expect(tested.getByText(text('kms:test.works'))).toHaveCount(2)
        await tested
          .getByRole('button', { name: text('kms:test.close'), exact: true })
          .last()
          .click()
        await page.getByRole('button', { name: `${text('kms:remove.action')} ${KEY}` }).click()
        const removal = page.getByRole('dialog')
        await expect(removal.getByRole('link', { name: bucket })).toBeVisible()
        await removal.getByRole('textbox').fill(KEY)
        await expect(removal.getByRole('button', { name: text('kms:remove.action') })).toHaveAccessibleDescription(
          text('kms:remove.inUse'),
        )
        await expectAccessible(page)
        await removal.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('button', { name: text('kms:create.action') }).click()
        const creation = page.getByRole('dialog')
        await creation.getByRole('textbox').fill('a second key')
        await expect(creation.getByText(text('kms:name.invalid'))).toBeVisible()
        await creation.getByRole('textbox').fill('second-key')
        await creation.getByRole('button', { name: text('kms:create.action') }).click()
        await expect(creation.getByText(errorText('KmsBuiltIn'))).toBeVisible()
        await creation.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('link', { name: text('kms:tabs.import') }).click()
        await page.getByRole('textbox', { name: text('kms:name.label') }).fill('mine')
        await page.getByLabel(text('kms:import.bytes'), { exact: true }).fill(Buffer.alloc(32, 1).toString('base64'))
        await page
          .getByRole('form')
          .getByRole('button', { name: text('kms:import.action') })
          .click()
        await expect(page.getByText('The storage server doesn’t support importing keys into its KMS.')).toBeVisible()
        await expectAccessible(page)
      })

      dialog = await openDialog(page, sealing, bucket)
      await expect(dialog.getByLabel('KMS key ID')).toHaveValue(KEY)
      await dialog.getByLabel('Encryption type').selectOption('SSE-S3')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      await expect(card).toContainText('SSE-S3')
      dialog = await openDialog(page, sealing, bucket)
      await dialog.getByLabel('Encryption type').selectOption('Disabled')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog).toBeHidden()
      await expect(card).toContainText('Disabled')
    },
  )

  test(
    'without permission to list keys one is typed, and an unknown key is reported',
    ON_MINIO_TOO,
    async ({ page, sealing, signIn, provokes }) => {
      provokes(403, 404)
      const { storage, url } = sealing
      const bucket = await newBucket(sealing)
      const user = await accountsOf(storage).allowed(allow(['s3:*'], bucket, `${bucket}/*`))
      await signIn({ keys: user, at: url })
      const dialog = await openDialog(page, sealing, bucket)
      await dialog.getByLabel('Encryption type').selectOption('SSE-KMS')
      await expect(dialog.getByText(text('bucket:summary.encryption.notListed', { message: '' }))).toBeVisible()
      await expect(dialog.getByText(permissionError('kms:ListKeys'))).toBeVisible()
      const save = dialog.getByRole('button', { name: 'Save' })
      await expect(save).toHaveAccessibleDescription('Choose a key first')
      await dialog.getByLabel('KMS key ID').fill('another-key')
      await expectAccessible(page)
      await save.click()
      await expect(dialog.getByText(errorText('NoSuchEncryptionKey', { key: 'another-key' }))).toBeVisible()
      await expect(dialog.getByLabel('KMS key ID')).toHaveValue('another-key')
    },
  )
}
