/** Uploads that fail, by status code (object-browser 8). */
import { expect, test } from '../src/journey.ts'
import { uploadFiles } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

const FAILURES = [
  { status: 400, code: 'InvalidArgument', message: 'This name is invalid' },
  { status: 403, code: 'AccessDenied', message: 'You can’t write here' },
  { status: 500, code: 'InternalError', message: 'Something broke' },
]

test('an upload that gets 400, 403 or 500 is shown as failed, with the reason, and can be retried', async ({
  page,
  given,
  signIn,
  ownConsole,
  provokes,
}) => {
  provokes(400, 403, 500)
  const bucket = await given.bucket()
  const { url } = await ownConsole({ env: { COOPERAGE_TRANSFERS: 'console' } })
  await signIn({ at: url })
  await page.goto(`${url}/object-browser/${bucket}/`)
  await expect(page.getByText('This bucket is empty')).toBeVisible()
  // One page has to get each status, which no storage returns on demand.
  const address = '**/objects/upload?**'
  for (const { status, code, message } of FAILURES) {
    const name = `${status}.txt`
    await page.route(address, (route) => route.fulfill({ status, json: { code, message, detailedMessage: '' } }))
    await uploadFiles(page, [{ name, buffer: Buffer.from('a') }])
    await expect(page.getByText('An error occurred while uploading the file(s).')).toBeVisible()
    await expect(page.getByRole('listitem').getByText(message)).toBeVisible()
    const reason = page.getByRole('button', { name: text('transfers:reason', { name }) })
    await expect(reason).toHaveAccessibleDescription(message)
    await page.unroute(address)
    await page.getByRole('button', { name: `Retry the upload of ${name}` }).click()
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
  }
})
