import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { stopTime } from '../src/clock.ts'
import { expect, test } from '../src/gallery.ts'
import { text } from '../src/text.ts'

test('a text is checked, typed, navigated and read in the code editor', async ({ page, open }) => {
  await test.step('the code editor is accessible in both themes, and violates no content security policy', async () => {
    await open('code-editor')
    await expect(page.getByRole('textbox', { name: 'Policy', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Line 18 No action is called s3:DeleteEverything.' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('textbox', { name: 'Policy', exact: true }).press('ControlOrMeta+f')
    await expect(page.getByPlaceholder('Find')).toBeFocused()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
  })

  await test.step('typing replaces the selection', async () => {
    const editor = page.getByRole('textbox', { name: 'Policy', exact: true })
    await editor.press('ControlOrMeta+a')
    await editor.pressSequentially('[1')
    await expect(editor).toHaveText('[1]')
    await editor.press('ControlOrMeta+z')
    await expect(editor).toContainText('s3:DeleteEverything')
  })

  await test.step(`read-only text can't be edited, but can be navigated and copied`, async () => {
    const stored = page.getByRole('textbox', { name: 'Stored policy' })
    await expect(stored).toHaveAttribute('aria-readonly', 'true')
    const before = await stored.textContent()
    await stored.click()
    await page.keyboard.type('x')
    await expect(stored).toHaveText(before ?? '')
  })

  await test.step('Tab moves to the next control and back, and the hint says so', async () => {
    const editor = page.getByRole('textbox', { name: 'Policy', exact: true })
    await expect(editor).toHaveAccessibleDescription(/What the account may do\..*Tab leaves the editor\./)
    await editor.fill('{}')
    await expect(page.getByText('2 characters')).toBeVisible()
    await expect(page.getByRole('button', { name: /Line 18/ })).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Clear' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(editor).toBeFocused()
    await expect(editor).toHaveText('{}')
  })

  await test.step('an error is shown at its line and links to it, and disappears once it is fixed', async () => {
    const editor = page.getByRole('textbox', { name: 'Policy', exact: true })
    await editor.fill('{\n  "a": 1\n  "b": 2\n}')
    const finding = page.getByRole('button', { name: `Line 3 ${text('codeEditor:json.commaOrBrace')}` })
    await expect(finding).toBeVisible()
    await finding.click()
    await expect(editor).toBeFocused()
    await page.keyboard.insertText(',"')
    await expect(finding).toBeHidden()
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(editor).toHaveText('')
    await expect(page.getByText('0 characters')).toBeVisible()
  })

  await test.step('completions are offered while typing, and complete the text', async () => {
    const editor = page.getByRole('textbox', { name: 'Policy', exact: true })
    await page.getByRole('button', { name: 'Clear' }).click()
    await editor.pressSequentially('["s3:GetB')
    await page.getByRole('option', { name: 's3:GetBucketPolicy' }).click()
    await expect(editor).toHaveText('["s3:GetBucketPolicy"]')
  })
})

test('a completion can be chosen immediately after a key, without a pause in typing', async ({ page, open }) => {
  await page.clock.install()
  await open('code-editor')
  const editor = page.getByRole('textbox', { name: 'Policy', exact: true })
  await page.getByRole('button', { name: 'Clear' }).click()
  await editor.pressSequentially('["s3:Get')
  const completion = page.getByRole('option', { name: 's3:GetBucketPolicy' })
  await expect(completion).toBeVisible()
  // From here on, nothing that waits for a pause in typing happens.
  await stopTime(page)
  await editor.pressSequentially('B')
  await completion.click()
  await expect(editor).toHaveText('["s3:GetBucketPolicy"]')
})

test("a plain field replaces an editor that can't be loaded", async ({ page, open, guard }) => {
  guard.provokes('unreachable')
  // The gallery's server has all scripts, so a broken connection keeps one from the page.
  await page.route('**/LoadedEditor-*.js', (route) => route.abort())
  await open('code-editor')
  const field = page.getByRole('textbox', { name: 'Policy', exact: true })
  await field.fill('{"a": 1}')
  await expect(page.getByText('8 characters')).toBeVisible()
  await expect(field).toHaveAccessibleDescription(new RegExp(text('shared:editorNotLoaded')))
})
