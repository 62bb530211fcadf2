/** Granting access to a folder, and what the person has who got it. */
import { expectAccessible } from '../src/accessibility.ts'
import { holdCalls } from '../src/hold-calls.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf, uploadFiles } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test(
  'a new user gets a folder without a policy being written, and lands in it',
  ON_MINIO_TOO,
  async ({ page, given, signIn, guard }) => {
    const bucket = await given.bucket('shared')
    await given.object(bucket, 'team/plan.txt')
    await given.object(bucket, 'private/pay.txt')
    const name = `carla-${bucket}`
    await signIn()
    await page.goto(`/object-browser/${bucket}`)
    const release = await holdCalls(page, /\/objects\/upload|SignedHeaders=content-length/)
    await uploadFiles(page, [{ name: 'slow.bin', buffer: Buffer.alloc(1000) }])
    await rowOf(page, 'team').getByRole('button', { name: 'Actions for team' }).click()
    await page.getByRole('menuitem', { name: 'Grant access' }).click()
    const dialog = page.getByRole('dialog', { name: `Grant access to ${bucket}/team/` })
    await dialog.getByLabel('User').fill(name)
    await dialog.getByRole('button', { name: `Create the user ${name}` }).click()
    await expect(dialog.getByLabel('Access Key')).toBeFocused()
    await expect(dialog.getByLabel('Who')).toHaveValue('newUser')
    await dialog.getByLabel('Access', { exact: true }).selectOption('Read and write')
    await expect(dialog.getByRole('list', { name: 'Gained' })).toContainText(`${bucket}/team/*`)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Grant access' }).click()
    const keys = page.getByRole('dialog', { name: `Grant access to ${name}` })
    await expect(keys).toContainText('Its secret key is shown only now')
    await expect(keys.getByRole('textbox', { name: 'Secret Key' })).toHaveValue(/^\w{40}$/)
    await expectAccessible(page)
    const signInAs = keys.getByRole('button', { name: `Sign in as ${name}` })
    await test.step('an upload would continue as the other user', async () => {
      await expect(signInAs).toHaveAccessibleDescription(text('grants:signInAsBusy'))
      await expect(signInAs).toHaveAttribute('aria-disabled', 'true')
      await release()
      await expect(signInAs).not.toHaveAttribute('aria-disabled')
    })
    await test.step('a sign-in that fails changes nothing: the keys are still there', async () => {
      guard.provokes('unreachable')
      await page.route('**/api/v1/login', (route) => route.abort())
      await signInAs.click()
      await expect(keys.getByRole('alert')).toContainText(text('shared:unreachable'))
      await expect(keys.getByRole('textbox', { name: 'Secret Key' })).toHaveValue(/^\w{40}$/)
      await page.unroute('**/api/v1/login')
    })
    await signInAs.click()
    await expect(page).toHaveURL(`/object-browser/${bucket}/team/`)
    await expect(rowOf(page, 'plan.txt')).toBeVisible()

    await signIn()
    await page.goto(`/buckets/${bucket}`)
    await page.getByRole('button', { name: `Actions for ${bucket}` }).click()
    await page.getByRole('menuitem', { name: 'Grant access' }).click()
    await page.getByRole('button', { name: `Revoke the access of ${name}` }).click()
    const revocation = page.getByRole('dialog', { name: `Revoke the access of ${name}?` })
    await expect(revocation.getByRole('list', { name: 'Lost' })).toContainText(`${bucket}/team/*`)
    await revocation.getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText(`The access of ${name} to ${bucket}/team/ was revoked.`)).toBeVisible()

    await test.step('a selection of folders and objects is granted to a new access key with chosen actions', async () => {
      await given.object(bucket, 'readme.txt')
      await page.goto(`/object-browser/${bucket}`)
      await rowOf(page, 'team').getByRole('checkbox').check()
      await rowOf(page, 'readme.txt').getByRole('checkbox').check()
      await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).click()
      await page.getByRole('menuitem', { name: 'Grant access' }).click()
      const grant = page.getByRole('dialog', { name: 'Grant access to 2 places' })
      await expect(grant.getByRole('list', { name: 'Places' })).toContainText(`${bucket}/readme.txt`)
      await grant.getByLabel('Who').selectOption('A new access key')
      await grant.getByLabel('Access', { exact: true }).selectOption('Custom')
      await grant.getByLabel('Search actions').fill('get tagging')
      await grant.getByLabel('s3:GetObjectTagging').check()
      await expectAccessible(page)
      await grant.getByText('The policy as it is written').click()
      await expect(grant.getByText('Grant1Custom')).toContainText(`arn:aws:s3:::${bucket}/readme.txt"`)
      await grant.getByRole('button', { name: 'Grant access' }).click()
      const created = page.getByRole('dialog', { name: 'Access key for 2 places' })
      const accessKey = await created.getByRole('textbox', { name: 'Access Key' }).inputValue()
      await created.getByRole('button', { name: 'Done' }).click()

      await rowOf(page, 'readme.txt').getByRole('button', { name: 'Actions for readme.txt' }).click()
      await page.getByRole('menuitem', { name: 'Grant access' }).click()
      await page.getByRole('button', { name: `Change the access of ${accessKey}` }).click()
      const change = page.getByRole('dialog', { name: `Change access of ${accessKey} to ${bucket}/readme.txt` })
      await expect(change.getByText('1 of 10')).toBeVisible()
      await change.getByRole('button', { name: 'Cancel' }).click()
    })

    await test.step('where keys don’t sign in, nobody is led to sign in with them', async () => {
      await page.route('**/api/v1/login', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), acceptsAccessKey: false } })
      })
      await page.goto(`/object-browser/${bucket}`)
      await rowOf(page, 'team').getByRole('button', { name: 'Actions for team' }).click()
      await page.getByRole('menuitem', { name: 'Grant access' }).click()
      await dialog.getByLabel('User').fill(`dora-${bucket}`)
      await dialog.getByRole('button', { name: `Create the user dora-${bucket}` }).click()
      const offered = page.waitForResponse('**/api/v1/login')
      await dialog.getByRole('button', { name: 'Grant access' }).click()
      const shown = page.getByRole('dialog', { name: `Grant access to dora-${bucket}` })
      await expect(shown.getByRole('textbox', { name: 'Secret Key' })).toHaveValue(/^\w{40}$/)
      await (await offered).finished()
      await expect(shown.getByRole('button', { name: 'Sign in as' })).toHaveCount(0)
    })
  },
)
