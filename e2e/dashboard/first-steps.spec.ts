import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnvironment, commandLine, readyAddress, startChild, tempFolder } from '@cooperage/testkit'
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, fillLoginForm, test, visit } from '../src/journey.ts'

test('the first ten minutes with the embedded engine lead from the root keys to a bucket, an upload, a client, a user and a backup', async ({
  page,
  stopAtEnd,
  provokes,
}) => {
  const folder = tempFolder('first-steps')
  const ports = ['--port', '0', '--storage-port', '0']
  const child = startChild(process.execPath, [...commandLine(), ...ports, '--data', folder.path], {
    env: cleanEnvironment(),
  })
  stopAtEnd({
    async stop() {
      await child.stop()
      folder.remove()
    },
  })
  const url = await readyAddress(child)
  const text = readFileSync(join(folder.path, 'root-credentials'), 'utf8')
  const [, accessKey = ''] = /ACCESS_KEY=(.*)/.exec(text) ?? []
  const [, secretKey = ''] = /SECRET_KEY=(.*)/.exec(text) ?? []
  const card = page.getByRole('region', { name: 'Get started' })
  const step = (title: string) => card.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  const isDone = (title: string) => expect(step(title).getByText('Done', { exact: true })).toBeVisible()

  await test.step('a wrong password says in which file the root keys are', async () => {
    provokes(401)
    await page.goto(`${url}/login`)
    await fillLoginForm(page, { accessKey, secretKey: 'not the secret' })
    await expect(page.getByRole('alert')).toContainText('The keys of root are in the file root-credentials')
    await expect(page.getByRole('alert')).not.toContainText(folder.path)
  })

  await test.step('the dashboard of an empty engine shows the first steps instead of charts', async () => {
    await fillLoginForm(page, { accessKey, secretKey })
    await expect(card).toBeVisible()
    await expect(page.getByText('Total S3 Traffic Inbound')).toBeHidden()
    await expect(card.getByText('Done', { exact: true })).toHaveCount(0)
    await expect(step('Back up your data')).toContainText(`cooperage engine backup --data ${folder.path}`)
    await expectAccessibleInBothThemes(page)
  })

  await test.step('dismissed, the card makes way for the charts, and stays away in this browser', async () => {
    await card.getByRole('button', { name: 'Dismiss' }).click()
    for (const again of [false, true]) {
      if (again) await page.reload()
      await expect(page.getByText('Total S3 Traffic Inbound')).toBeVisible()
      await expect(card).toBeHidden()
    }
    await page.evaluate('localStorage.removeItem("cooperage.start")')
    await page.reload()
    await expect(card).toBeVisible()
  })

  await test.step('after the bucket is created, the message leads to its objects', async () => {
    await card.getByRole('button', { name: 'Create Bucket' }).click()
    await page.getByLabel('Bucket name').fill('photos')
    await page.getByRole('button', { name: 'Save' }).click()
    const message = page.getByRole('status').filter({ hasText: 'Bucket photos was created.' })
    await expect(message.getByRole('link', { name: 'Open its settings' })).toHaveAttribute(
      'href',
      '/buckets/photos/summary',
    )
    await isDone('Create a bucket')
    await message.getByRole('link', { name: 'Upload objects' }).click()
    await expect(page).toHaveURL(/\/object-browser\/photos\/$/)
  })

  await test.step('the empty bucket has a button that uploads', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose files' }).click()
    await (await chooser).setFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await expect(page.getByRole('row', { name: /a\.txt/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Choose files' })).toBeHidden()
    await visit(page, '/dashboard')
    await isDone('Upload objects')
  })

  await test.step('an access key comes with the commands for clients, and its secret is shown once', async () => {
    await card.getByRole('button', { name: 'Create access key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
    const created = page.getByRole('dialog')
    const secret = await created.getByLabel('Secret Key', { exact: true }).inputValue()
    await expect(created.getByRole('tabpanel')).toContainText(`mc alias set cooperage ${address(child.output())}`)
    await created.getByRole('button', { name: 'Done', exact: true }).click()
    await isDone('Connect a client')
    const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')
    for (const hidden of [secret, secretKey, accessKey]) expect(kept).not.toContain(hidden)
  })

  await test.step('an empty list has the button of the page, which moves back when there is something to list', async () => {
    await visit(page, '/users')
    const add = page.getByRole('button', { name: 'Create User' })
    await expect(add).toHaveCount(1)
    await expect(page.getByRole('grid').locator('..').getByRole('button', { name: 'Create User' })).toBeVisible()
    await add.click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Access Key').fill('ada')
    await form.getByLabel('Secret Key', { exact: true }).fill('a secret of ada')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: /ada/ })).toBeVisible()
    await expect(add).toHaveCount(1)
  })

  await test.step('the card disappears when the page about backups, the last step, was opened, and stays away', async () => {
    await page.keyboard.press('Escape')
    await visit(page, '/dashboard')
    await isDone('Add a user')
    const guide = page.context().waitForEvent('page')
    await card.getByRole('link', { name: 'Read about backups' }).click()
    await expect((await guide).getByRole('heading', { name: 'Back up by timer' })).toBeVisible()
    await (await guide).close()
    await expect(card).toBeHidden()
    await expect(page.getByText('Total S3 Traffic Inbound')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Total S3 Traffic Inbound')).toBeVisible()
    await expect(card).toBeHidden()
  })

  await test.step('the License page shows the license of the engine, and no plans of another vendor', async () => {
    await visit(page, '/license')
    await expect(page.getByRole('region', { name: 'Current license' })).toContainText('Apache License 2.0')
    await expect(page.getByText('Enterprise')).toHaveCount(0)
    await expectAccessibleInBothThemes(page)
  })

  await page.close()
})

/** Of the engine, as the start prints it. */
function address(output: string): string {
  return /Storage +(http:\S+)/.exec(output)?.[1] ?? ''
}
