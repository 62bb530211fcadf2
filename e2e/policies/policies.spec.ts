import { uniqueName } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, fillLoginForm, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { findRow } from '../src/lists.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, permissionError, text } from '../src/text.ts'

const S3 = 'arn:aws:s3:::'
const policyOf = (...statements: object[]) => ({ Version: '2012-10-17', Statement: statements })
const allow = (Action: string[], ...resources: string[]) => ({
  Effect: 'Allow',
  Action,
  Resource: resources.map((resource) => S3 + resource),
})
const shown = (policy: object) => JSON.stringify(policy, undefined, 2)

/** Replaces the content of a code editor as a paste does. */
async function write(page: Page, editor: Locator, text: string): Promise<void> {
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(target).toBeFocused({ timeout: 1 })
  }).toPass({ intervals: [0] })
}

test('policies are created, checked, rejected, changed by others, missing or read-only, with the keyboard too', async ({
  page,
  signIn,
  provokes,
  given,
}) => {
  await test.step('a policy is created with the keyboard alone, found by name and opened', async () => {
    const name = `Keyed/ä ${uniqueName('policy')}`
    await signIn()
    await page.goto('/policies')
    await expect(page.getByRole('heading', { name: 'IAM Policies', level: 1 })).toBeVisible()
    await findRow(page, 'Search Policies', 'readonly')
    await expect(rowOf(page, 'readonly')).toContainText('Built in')
    await expectAccessible(page)

    const create = page.getByRole('button', { name: 'Create Policy' })
    await create.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create Policy' })
    await expect(dialog.getByLabel('Policy Name')).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.keyboard.type(name)
    const editor = dialog.getByRole('textbox', { name: 'Policy text' })
    await tabTo(page, editor)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(shown(policyOf(allow(['s3:GetObject'], 'photos/*'))))
    await expectAccessible(page)
    await tabTo(page, dialog.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Policy ${name} was created.`)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(create).toBeFocused()

    const search = page.getByPlaceholder('Search Policies')
    await search.fill(name.toLowerCase())
    await expect(page.getByText('0 policies')).toBeVisible()
    await search.fill(name)
    await expect(page.getByText('1 policy')).toBeVisible()
    await rowOf(page, name).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Policy' })).toContainText('s3:GetObject')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Policy' })).toContainText(`${S3}photos/*`)
    await expectAccessible(page)
  })

  await test.step('a policy that the storage rejects shows its message, an existing name too, and Clear resets the form', async () => {
    provokes(400, 409)
    await page.goto('/policies')
    await page.getByRole('button', { name: 'Create Policy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Policy' })
    const editor = dialog.getByRole('textbox', { name: 'Policy text' })
    await expect(dialog.getByLabel('Policy Name'), 'before anything is typed').toBeFocused()
    await dialog.getByLabel('Policy Name').fill('readwrite')
    await write(page, editor, shown(policyOf(allow(['s3:Nope'], '*'))))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(errorText('PolicyExists', { policy: 'readwrite' }))).toBeVisible()
    await dialog.getByLabel('Policy Name').fill(uniqueName('refused'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText("unsupported action 's3:Nope'")).toBeVisible()
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await expect(dialog.getByLabel('Policy Name')).toHaveValue('')
    await expect(editor).not.toContainText('s3:Nope')
    await expect(dialog.getByText("unsupported action 's3:Nope'")).toBeHidden()
  })

  await test.step('the editor shows errors at their lines, and offers completions', async () => {
    const bucket = await given.bucket('offered')
    await page.goto('/policies')
    await page.getByRole('button', { name: 'Create Policy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Policy' })
    const editor = dialog.getByRole('textbox', { name: 'Policy text' })
    await expect(dialog.getByLabel('Policy Name'), 'before anything is typed').toBeFocused()
    await write(
      page,
      editor,
      shown(policyOf({ Sid: 'a', ...allow(['s3:GetObjct'], 'photos/*') }, { Sid: 'a', Action: 's3:*' })),
    )
    await expect(
      dialog.getByText(
        `${text('policies:findings.UnknownAction', { detail: 's3:GetObjct' })} Did you mean s3:GetObject?`,
      ),
    ).toBeVisible()
    await expect(dialog.getByText(text('policies:findings.DuplicateSid', { detail: 'a' }))).toBeVisible()
    await expect(dialog.getByText(text('policies:findings.NoEffect'))).toBeVisible()
    await expect(dialog.getByText(text('policies:findings.NoResource'))).toBeVisible()
    await expectAccessible(page)

    // As RustFS exports policies.
    await write(page, editor, shown(policyOf({ ...allow(['s3:GetObject'], 'photos/*'), NotAction: [] })))
    await dialog.getByRole('button', { name: text('policies:editor.removeField') }).click()
    await expect(editor).not.toContainText('NotAction')
    await expect(dialog.getByRole('button', { name: text('policies:editor.removeField') })).toBeHidden()

    // As typed by a person: quotes and brackets are not closed yet.
    await write(page, editor, '{ "Statement": [{ "Action": ["s3:PutObjectRe')
    await page.keyboard.type('t')
    await page.getByRole('option', { name: 's3:PutObjectRetention' }).click()
    await expect(editor).toContainText('"s3:PutObjectRetention')
    await page.keyboard.insertText(`"], "Resource": ["${S3}${bucket.slice(0, -1)}`)
    await page.keyboard.type(bucket.slice(-1))
    await expect(page.getByRole('option', { name: `${S3}${bucket}/*` })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
  })

  await test.step('a missing policy is reported, and no action is offered for it', async () => {
    provokes(404)
    await visit(page, '/policies/no%20such')
    await expect(page.getByText(errorText('NoSuchPolicy', { policy: 'no such' }))).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  })

  await test.step('a policy that changed while editing is not overwritten without warning', async () => {
    provokes(409)
    const user = await given.user(policyOf(allow(['s3:GetObject'], 'photos/*')))
    await signIn()
    await page.goto(`/policies/${user.accessKey}`)
    const editor = page.getByRole('textbox', { name: 'Policy' })
    await expect(editor).toContainText('s3:GetObject')
    await write(page, editor, shown(policyOf(allow(['s3:PutObject'], 'photos/*'))))
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('li[data-kind="removed"]')).toContainText('s3:GetObject')
    await user.setPolicy(policyOf(allow(['s3:DeleteObject'], 'photos/*')))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(errorText('PolicyChanged', { policy: user.accessKey }))).toBeVisible()
    await expect(dialog.locator('li[data-kind="removed"]')).toContainText('s3:DeleteObject')
    await expect(dialog.getByText(text('policies:save.changedByOthers'))).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Policy successfully updated')).toBeVisible()
  })

  await test.step('with read access only policies are shown, and actions name the missing permission', async () => {
    const user = await given.user(policyOf({ Effect: 'Allow', Action: ['admin:ListUserPolicies', 'admin:GetPolicy'] }))
    await signIn({ keys: user })
    await page.goto('/policies')
    await expect(page.getByRole('button', { name: 'Create Policy' })).toHaveAttribute(
      'aria-description',
      permissionError('admin:CreatePolicy'),
    )
    const row = await findRow(page, 'Search Policies', 'readonly')
    await expect(row.getByRole('button', { name: 'Delete readonly' })).toHaveAttribute(
      'aria-description',
      permissionError('admin:DeletePolicy'),
    )
    await visit(page, '/policies/readonly')
    await expect(page.getByRole('textbox', { name: 'Policy' })).toContainText('s3:GetObject')
    await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute(
      'aria-description',
      permissionError('admin:CreatePolicy'),
    )
  })
})

test(
  'a save shows what changes and for whom, and a policy in use or built in is not deleted',
  ON_MINIO_TOO,
  async ({ page, given, visitor, signIn, provokes }) => {
    await test.step('a save shows what changes and for whom, and takes effect for that user immediately', async () => {
      provokes(403)
      const bucket = await given.bucket()
      await given.objects(bucket, ['team/plan.txt'])
      const user = await given.user(policyOf(allow(['s3:ListBucket', 's3:GetObject'], bucket, `${bucket}/*`)))
      const other = await (await visitor()).newPage()
      await other.goto('/login')
      await fillLoginForm(other, user)
      await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
      await other.goto(`/object-browser/${bucket}/`)
      await expect(rowOf(other, 'team')).toBeVisible()

      await signIn()
      await page.goto(`/policies/${user.accessKey}`)
      const editor = page.getByRole('textbox', { name: 'Policy' })
      await expect(editor).toContainText(bucket)
      const save = page.getByRole('button', { name: 'Save' })
      await expect(save).toHaveAttribute('aria-description', 'Nothing has changed')
      await write(page, editor, shown(policyOf(allow(['s3:GetObject'], bucket, `${bucket}/*`))))
      await save.click()
      const dialog = page.getByRole('dialog', { name: `Save policy ${user.accessKey}` })
      const changes = dialog.getByRole('region', { name: text('policies:save.changes') })
      await expect(changes.locator('li[data-kind="removed"]')).toContainText(['"s3:ListBucket"'])
      await expect(dialog.getByRole('list', { name: 'Users' })).toContainText(user.accessKey)
      await expect(dialog.getByText(text('policies:save.atOnce'))).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Policy successfully updated')).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(save).toHaveAttribute('aria-description', 'Nothing has changed')

      await other.reload()
      await expect(other.getByText(`(s3:ListBucket on ${bucket}`)).toBeVisible()
    })

    await test.step('a policy in use is not deleted and lists its users; without users it is deleted', async () => {
      const user = await given.user(policyOf(allow(['s3:GetObject'], 'photos/*')))
      await page.goto(`/policies/${user.accessKey}`)
      const tabs = page.getByRole('navigation', { name: text('policies:tabs.label') })
      await tabs.getByRole('link', { name: 'Users' }).click()
      await expect(rowOf(page, user.accessKey)).toBeVisible()
      await page.getByPlaceholder('Search Users').fill('nobody of that name')
      await expect(rowOf(page, user.accessKey)).toBeHidden()
      await tabs.getByRole('link', { name: 'Groups' }).click()
      await expect(page.getByText(text('policies:attachments.noGroups'))).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: `Delete Policy ${user.accessKey}` })
      await expect(dialog.getByText(text('policies:deletion.inUse'))).toBeVisible()
      await expect(dialog.getByRole('list', { name: 'Users' })).toContainText(user.accessKey)
      await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await user.losePolicy()

      await page.goto('/policies')
      await page.getByPlaceholder('Search Policies').fill(user.accessKey)
      await rowOf(page, user.accessKey)
        .getByRole('button', { name: `Delete ${user.accessKey}` })
        .click()
      await expect(dialog.getByText(text('policies:deletion.note'))).toBeVisible()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText(`Policy ${user.accessKey} was deleted.`)).toBeVisible()
      await expect(page.getByText('0 policies')).toBeVisible()
    })

    await test.step(`built-in policies say what changing them means, and can't be deleted`, async () => {
      provokes(409)
      await visit(page, '/policies/diagnostics')
      await expect(page.getByText(text('policies:details.builtIn'))).toBeVisible()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText(errorText('BuiltInPolicy', { policy: 'diagnostics' }))).toBeVisible()
    })
  },
)
