/** Anonymous access by prefix: the rules on the page match what anonymous requests get from the storage. */
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, text } from '../src/text.ts'

test('rules are changed with the keyboard, affect anonymous requests, and leave other statements and concurrent changes alone', async ({
  page,
  given,
  storage,
  signIn,
  provokes,
}) => {
  await test.step('a rule is added, changed and deleted with the keyboard, and each change affects anonymous requests', async () => {
    const bucket = await given.bucket('rules')
    await given.object(bucket, 'public/a.txt')
    const anonymousRead = async () => (await page.request.get(`${storage.url}/${bucket}/public/a.txt`)).status()
    await signIn()
    await page.goto(`/buckets/${bucket}/access`)
    await page
      .getByRole('navigation', { name: text('bucket:access.label') })
      .getByRole('link', { name: 'Anonymous' })
      .click()
    await expect(page).toHaveURL(`/buckets/${bucket}/access/anonymous`)
    await expect(page.getByText(text('anonymousRules:empty'))).toBeVisible()
    expect(await anonymousRead()).toBe(403)

    const add = page.getByRole('button', { name: text('anonymousRules:add') })
    await add.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: text('anonymousRules:form.titleAdd', { bucket }) })
    await expect(dialog.getByLabel('Prefix')).toBeFocused()
    await page.keyboard.type('public*')
    await expect(dialog.getByText(text('anonymousRules:form.problems.wildcard'))).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Backspace')
    await page.keyboard.type('/')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(rowOf(page, 'public/')).toContainText('Read only')
    expect(await anonymousRead()).toBe(200)
    await expect(add).toBeFocused()
    await expectAccessible(page)

    await add.click()
    await dialog.getByLabel('Prefix').fill('public/')
    await expect(dialog.getByText(text('anonymousRules:form.problems.taken'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await rowOf(page, 'public/').getByRole('button', { name: 'Edit' }).click()
    const editing = page.getByRole('dialog', { name: text('anonymousRules:form.titleEdit', { bucket }) })
    await editing.getByLabel('Access').selectOption('Write only')
    await editing.getByRole('button', { name: 'Save' }).click()
    await expect(editing).toBeHidden()
    await expect(rowOf(page, 'public/')).toContainText('Write only')
    expect(await anonymousRead()).toBe(403)

    await rowOf(page, 'public/').getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: text('anonymousRules:deletion.title', { bucket }) })
    await expect(question).toContainText(
      text('anonymousRules:deletion.question', { place: `${bucket}/public/`, access: 'Write only' }),
    )
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText(text('anonymousRules:empty'))).toBeVisible()
  })

  await test.step('a statement that is not a rule shows CUSTOM and links to the editor; a policy that changed while editing is not overwritten', async () => {
    provokes(409)
    const bucket = await given.bucket('custom')
    const setPolicy = async (...Statement: object[]) => {
      const body = JSON.stringify({ Version: '2012-10-17', Statement })
      await storage.request({ method: 'PUT', bucket, query: { policy: '' }, body })
    }
    const reading = (folder: string) => ({
      Effect: 'Allow',
      Principal: { AWS: ['*'] },
      Action: ['s3:GetObject'],
      Resource: [`arn:aws:s3:::${bucket}/${folder}/*`],
    })
    await setPolicy(reading('one'))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/buckets/${bucket}/access/anonymous`)
    const note = page.getByRole('note')
    await expect(note).toContainText(`CUSTOM ${text('anonymousRules:others_one', { numbers: 1 })}`)
    await expect(page.getByText(text('anonymousRules:emptyCustom'))).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await note.getByRole('button', { name: text('anonymousRules:openEditor') }).click()
    const editor = page.getByRole('dialog', { name: `Change Access Policy of ${bucket}` })
    await expect(editor.getByRole('textbox', { name: 'Policy' })).toContainText(`${bucket}/one/*`)
    await page.keyboard.press('Escape')
    await expect(editor).toBeHidden()

    await page.getByRole('button', { name: text('anonymousRules:add') }).click()
    const dialog = page.getByRole('dialog', { name: text('anonymousRules:form.titleAdd', { bucket }) })
    await dialog.getByLabel('Prefix').fill('public/')
    await setPolicy(reading('two'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(errorText('BucketPolicyChanged', { bucket }))).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    const stored = await storage.request({ method: 'GET', bucket, query: { policy: '' } })
    expect(stored.text).toContain(`${bucket}/two/*`)
  })
})
