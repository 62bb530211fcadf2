/** The account page: the visitor's own access keys. */
import { readFile } from 'node:fs/promises'
import { send } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

const ALL_OF_S3 = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
}

test(
  'a restricted access key is created, downloaded, works within its policy and is deleted',
  ON_MINIO_TOO,
  async ({ page, given, storage, signIn }) => {
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
    await editor.focus()
    await page.keyboard.press('ControlOrMeta+a')
    const statement = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${bucket}/public/*`] }
    await page.keyboard.insertText(JSON.stringify({ Version: '2012-10-17', Statement: [statement] }))
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
    await created.getByRole('button', { name: 'Done' }).click()

    const row = rowOf(page, keys.accessKey)
    await expect(row).toContainText('nightly-backup')
    await expect(row).toContainText('Restricted')
    expect(await page.content(), 'the secret is nowhere in the page').not.toContain(keys.secretKey)
    const read = async (key: string) =>
      (await send({ url: storage.url, method: 'GET', bucket, key, credentials: keys })).status
    expect(await read('public/a.txt')).toBe(200)
    expect(await read('private/b.txt')).toBe(403)

    await page.getByPlaceholder('Search Service Accounts').fill('NIGHTLY')
    await expect(row).toBeVisible()
    await page.getByRole('button', { name: `Delete ${keys.accessKey}` }).click()
    const question = page.getByRole('dialog', { name: `Delete service account ${keys.accessKey}` })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`Service account ${keys.accessKey} was deleted.`)).toBeVisible()
    await expect(row).toBeHidden()
    expect(await read('public/a.txt')).toBe(403)
  },
)
