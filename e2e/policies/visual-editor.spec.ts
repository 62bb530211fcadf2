/** Policies as cards and as JSON: one document, whatever the cards can't show. */
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('a policy is made of a template, changed as cards, simulated, and keeps what only its JSON shows', async ({
  page,
  given,
  signIn,
}) => {
  const bucket = await given.bucket('cards')
  const name = `cards-${bucket}`
  await signIn()
  await page.goto('/policies')
  await page.getByRole('button', { name: 'Create Policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Policy' })

  await test.step('the statements of a template replace those of a new policy', async () => {
    await dialog.getByLabel('Policy Name').fill(name)
    await dialog.getByText(text('policyEditor:template.title')).click()
    await dialog.getByLabel(text('policyEditor:template.label')).selectOption('folderPerUser')
    await dialog.getByLabel('Bucket').fill(bucket)
    await dialog.getByRole('button', { name: text('policyEditor:template.use') }).click()
    await dialog.getByText(text('policyEditor:template.title')).click()
    await dialog.getByRole('button', { name: 'Visual' }).click()
    await expect(dialog.getByRole('region', { name: 'Statement 3' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('actions, resources and conditions are added, and a finding follows', async () => {
    const first = dialog.getByRole('region', { name: 'Statement 1' })
    await first.getByText(text('policyEditor:chooseActions')).click()
    await first.getByLabel(text('policyActions:search')).fill('get tagging')
    await first.getByLabel('s3:GetObjectTagging').check()
    await first.getByLabel(text('policyEditor:bucket'), { exact: true }).fill(bucket)
    await first.getByLabel(text('policyEditor:prefix')).fill('all/')
    await first.getByRole('button', { name: text('policyEditor:addResource') }).click()
    await expect(first.getByRole('list', { name: 'Resources' })).toContainText(`arn:aws:s3:::${bucket}/all/*`)
    await first.getByLabel(text('policyEditor:key')).fill('aws:SecureTransportt')
    await first.getByLabel(text('policyEditor:value'), { exact: true }).fill('true')
    await first.getByLabel(text('policyEditor:operator')).selectOption('Bool')
    await first.getByRole('button', { name: text('policyEditor:addCondition') }).click()
    await expect(first.getByRole('status')).toContainText('aws:SecureTransport')
    await first.getByRole('button', { name: 'Remove true' }).click()
    await expect(first.getByText('aws:SecureTransportt')).toBeHidden()
  })

  await test.step('the simulation follows each change', async () => {
    await dialog.getByText(text('policyEditor:simulate')).click()
    await dialog.getByLabel('Resource', { exact: true }).fill(`${bucket}/all/a.txt`)
    await expect(dialog.getByRole('region', { name: 'Result' })).toContainText('Allowed')
    await dialog.getByRole('region', { name: 'Statement 1' }).getByLabel('Effect').selectOption('Deny')
    await expect(dialog.getByRole('region', { name: 'Result' })).toContainText('Denied')
    await dialog.getByRole('region', { name: 'Statement 1' }).getByLabel('Effect').selectOption('Allow')
  })

  await test.step('what the cards can’t show is edited in the JSON, and kept by changes beside it', async () => {
    await dialog.getByRole('button', { name: 'JSON', exact: true }).click()
    const editor = dialog.getByRole('textbox', { name: 'Policy text' })
    await editor.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(
      `{"Version":"2012-10-17", "Statement": [{"Effect":"Allow","NotResource":["arn:aws:s3:::${bucket}/secret/*"],"Action":["s3:GetObject"]}]}`,
    )
    await dialog.getByRole('button', { name: 'Visual' }).click()
    const only = dialog.getByRole('region', { name: 'Statement 1' })
    await expect(only.getByText('NotResource')).toBeVisible()
    await only.getByRole('button', { name: 'Duplicate statement 1' }).click()
    await dialog.getByRole('button', { name: 'Remove statement 2' }).click()
    await only.getByLabel(text('policyEditor:sid')).fill('Open')
    await dialog.getByRole('button', { name: 'Edit in JSON: NotResource' }).click()
    await expect(editor).toContainText(
      `[{"Sid": "Open", "Effect":"Allow","NotResource":["arn:aws:s3:::${bucket}/secret/*"],"Action":["s3:GetObject"]}]`,
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`Policy ${name} was created.`)).toBeVisible()
  })
})
