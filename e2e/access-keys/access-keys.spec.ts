/** Access keys: the visitor's own, and those of all users. */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import { accountsOf, allow, findProgram, missingProgram, send, tempFolder } from '@cooperage/testkit'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import type { Keys } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

const ALL_OF_S3 = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
}

test(
  'access keys are created with a policy, downloaded, expired, disabled, revoked and deleted',
  ON_MINIO_TOO,
  async ({ page, given, storage, signIn, browser, sharedConsole }) => {
    await test.step('a restricted access key is created, downloaded, works within its policy and is deleted', async () => {
      const bucket = await given.bucket('photos')
      await given.object(bucket, 'public/a.txt')
      await given.object(bucket, 'private/b.txt')
      await signIn({ keys: await given.user(ALL_OF_S3) })
      await page.goto('/')
      await page.getByRole('link', { name: 'Account' }).click()
      await expect(page).toHaveURL('/account')
      await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
      await expect(page.getByText('No service accounts')).toBeVisible()
      await expectAccessible(page)

      const create = page.getByRole('button', { name: 'Create service account' })
      await create.focus()
      await page.keyboard.press('Enter')
      const form = page.getByRole('dialog', { name: 'Create service account' })
      await expect(form.getByLabel('Name')).toBeFocused()
      await page.keyboard.type('two words')
      await expect(form.getByText('Use up to 32 letters')).toBeVisible()
      await form.getByLabel('Name').fill('nightly-backup')
      await form.getByLabel('Expires').selectOption({ label: 'In 7 days' })
      await form.getByRole('switch', { name: 'Restrict with a policy' }).click()
      const editor = form.getByRole('textbox', { name: 'Policy' })
      const write = async (text: string) => {
        await editor.focus()
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.insertText(text)
      }
      await write(JSON.stringify(ALL_OF_S3))
      await expect(form.getByText('so it doesn’t restrict the key')).toBeVisible()
      const list = { ...allow(['s3:ListBucket'], bucket), Condition: { StringLike: { 's3:prefix': ['public/*'] } } }
      const statements = [allow(['s3:GetObject'], `${bucket}/public/*`), list]
      await write(JSON.stringify({ Version: '2012-10-17', Statement: statements }))
      await expect(form.getByText('so it doesn’t restrict the key')).toBeHidden()
      await expect(form.getByRole('listitem').filter({ hasText: `${bucket}/public/*` })).toContainText('read')
      await expectAccessible(page)
      await form.getByRole('button', { name: 'Create', exact: true }).click()

      const created = page.getByRole('dialog', { name: 'New service account created' })
      await expect(created).toContainText('Write these down, as this is the only time the secret will be displayed.')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(created, 'Escape does not lose the secret').toBeVisible()
      const download = page.waitForEvent('download')
      await created.getByRole('button', { name: 'Download' }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe('credentials.json')
      const keys = JSON.parse(await readFile(await file.path(), 'utf8')) as { accessKey: string; secretKey: string }
      expect(keys).toEqual({
        accessKey: await created.getByLabel('Access Key', { exact: true }).inputValue(),
        secretKey: await created.getByLabel('Secret Key', { exact: true }).inputValue(),
      })
      const command = await created.getByRole('tabpanel').locator('pre').innerText()
      await created.getByRole('tab', { name: 'mc' }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(created.getByRole('tabpanel', { name: 'AWS CLI' })).toContainText(
        `aws_access_key_id = ${keys.accessKey}`,
      )
      await created.getByRole('button', { name: 'Done' }).click()

      const row = rowOf(page, keys.accessKey)
      await expect(row).toContainText('nightly-backup')
      await expect(row).toContainText('Restricted')
      expect(await page.content(), 'the page does not contain the secret').not.toContain(keys.secretKey)
      const sdk = sdkClient(storage.url, keys)
      const reads = (Key: string) => statusOf(sdk.send(new GetObjectCommand({ Bucket: bucket, Key })))
      const lists = (Prefix: string) => statusOf(sdk.send(new ListObjectsV2Command({ Bucket: bucket, Prefix })))
      expect([await reads('public/a.txt'), await lists('public/')]).toEqual([200, 200])
      expect([await reads('private/b.txt'), await lists('private/'), await lists('')]).toEqual([403, 403, 403])
      expect(await statusOf(sdk.send(new PutObjectCommand({ Bucket: bucket, Key: 'public/c.txt', Body: 'c' })))).toBe(
        403,
      )
      if (missingProgram('mc') === undefined) expect(runInShell(command, bucket)).toBe('public/a.txt')

      await page.getByPlaceholder('Search service accounts').fill('NIGHTLY')
      await expect(row).toBeVisible()
      await page.getByRole('button', { name: `Delete ${keys.accessKey}` }).click()
      const question = page.getByRole('dialog', { name: `Delete service account ${keys.accessKey}` })
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText(`Service account ${keys.accessKey} was deleted.`)).toBeVisible()
      await expect(row).toBeHidden()
      expect(await reads('public/a.txt')).toBe(403)
      sdk.destroy()
    })

    await test.step('an administrator finds keys that never expire, sets an expiry, disables several, and revokes temporary ones', async () => {
      const accounts = accountsOf(storage)
      const owner = await given.user(ALL_OF_S3)
      const [one, other] = [await accounts.serviceAccount(owner, { name: 'one' }), await accounts.serviceAccount(owner)]
      await signIn()
      await page.goto('/buckets')
      await page.getByRole('link', { name: 'Access keys' }).click()
      await expect(page).toHaveURL('/access-keys')
      await page.getByPlaceholder('Search by key, name or user').fill(owner.accessKey)
      await page.getByLabel('Filter by expiry').selectOption({ label: 'Never expires' })
      const rowOne = rowOf(page, one.accessKey)
      await expect(rowOne).toContainText('Never')
      await expect(rowOne).toContainText('one')
      await expect(rowOne.getByRole('link', { name: owner.accessKey, exact: true })).toBeVisible()
      await expectAccessibleInBothThemes(page)

      await page.getByRole('button', { name: `Edit ${one.accessKey}` }).click()
      const form = page.getByRole('dialog', { name: `Edit access key ${one.accessKey}` })
      await form.getByLabel('Name').fill('')
      await expect(form.getByText('Storage servers can’t remove a name.')).toBeVisible()
      await form.getByLabel('Name').fill('renamed')
      await form.getByLabel('Expires').selectOption({ label: 'In 30 days' })
      await form.getByRole('switch', { name: 'Replace the secret key' }).click()
      await form.getByRole('button', { name: 'Generate' }).click()
      await expectAccessible(page)
      await form.getByRole('button', { name: 'Save' }).click()
      const replaced = page.getByRole('dialog', { name: 'Secret key replaced' })
      const secretKey = await replaced.getByLabel('Secret Key', { exact: true }).inputValue()
      await replaced.getByRole('button', { name: 'Done' }).click()
      await expect(rowOne, 'it expires now').toBeHidden()
      const works = async (keys: { accessKey: string; secretKey: string }) =>
        (await send({ url: storage.url, method: 'GET', credentials: keys })).status === 200
      expect(await works({ ...one, secretKey })).toBe(true)
      expect(await works(one), 'the old secret key').toBe(false)

      await page.getByLabel('Filter by expiry').selectOption({ label: 'Any expiry' })
      await expect(rowOne).toContainText('renamed')
      for (const { accessKey } of [one, other])
        await page.getByRole('checkbox', { name: `Select ${accessKey}` }).click()
      const bar = page.getByRole('group', { name: text('shared:selection.label') })
      await bar.getByRole('button', { name: 'Disable' }).click()
      const question = page.getByRole('dialog', { name: 'Disable 2 access keys' })
      await question.getByRole('button', { name: 'Disable' }).click()
      await expect(page.getByText('2 access keys were disabled.')).toBeVisible()
      await expect(rowOne).toContainText('Disabled')
      expect([await works({ ...one, secretKey }), await works(other)]).toEqual([false, false])

      const elsewhere = await browser.newContext({ baseURL: sharedConsole.url })
      await elsewhere.request.post('/api/v1/login', {
        data: { accessKey: owner.accessKey, secretKey: owner.secretKey },
      })
      await page.getByRole('link', { name: 'Temporary credentials' }).click()
      await page.getByPlaceholder('Search by key or user').fill(owner.accessKey)
      await expect(page.getByText('1 temporary credential', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: /^Revoke all keys of this user/ }).click()
      const revocation = page.getByRole('dialog', { name: `Revoke the temporary credentials of ${owner.accessKey}` })
      await expect(revocation).toBeVisible()
      await expectAccessible(page)
      await revocation.getByRole('button', { name: 'Revoke', exact: true }).click()
      await expect(page.getByText('0 temporary credentials', { exact: true })).toBeVisible()
      expect((await elsewhere.request.get('/api/v1/buckets')).status(), 'its session has ended').toBe(401)
      await elsewhere.close()
    })
  },
)

test('a response with several keys shows and saves each of them', async ({ page, signIn }) => {
  const keys = ['one', 'two'].map((name) => ({ accessKey: name, secretKey: `secret of ${name}` }))
  await page.route('**/api/v1/service-accounts', (route) => route.fulfill({ status: 201, json: keys }))
  await signIn()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Create service account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  const created = page.getByRole('dialog', { name: 'New service account created' })
  await expect(created.getByLabel('Secret Key', { exact: true })).toHaveCount(2)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await created.getByRole('button', { name: 'Download' }).click()
  expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toEqual(keys)
})

/** The AWS SDK as a program would use it. */
function sdkClient(endpoint: string, { accessKey: accessKeyId, secretKey: secretAccessKey }: Keys): S3Client {
  const credentials = { accessKeyId, secretAccessKey }
  return new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
}

/** The HTTP status of a call of the SDK, which throws what the server refuses. */
async function statusOf(calling: Promise<{ $metadata: { httpStatusCode?: number } }>): Promise<number | undefined> {
  const { $metadata } = await calling.catch((error: S3ServiceException) => error)
  return $metadata.httpStatusCode
}

/** Runs the copied command that sets up mc, and reads an object. */
function runInShell(command: string, bucket: string): string {
  const folder = tempFolder('mc')
  try {
    const path = `${dirname(findProgram('mc'))}:${process.env.PATH}`
    const env = { ...process.env, PATH: path, MC_CONFIG_DIR: folder.path }
    const script = `${command} >/dev/null && mc cat cooperage/${bucket}/public/a.txt`
    return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' })
  } finally {
    folder.remove()
  }
}
