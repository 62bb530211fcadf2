/** An upload that is answered with a failure, by each status (object-browser 8). */
import { expect, test } from '../src/journey.ts'
import { uploadFiles } from '../src/object-browser.ts'

const FAILURES = [
  { status: 400, code: 'InvalidArgument', message: 'the name is none' },
  { status: 403, code: 'AccessDenied', message: 'you may not write here' },
  { status: 500, code: 'InternalError', message: 'something broke' },
]

for (const { status, code, message } of FAILURES) {
  test(`an upload that is answered with ${status} is told as failed, with the reason, and can be tried again`, async ({
    page,
    given,
    signIn,
    provokes,
  }) => {
    test.setTimeout(120_000)
    provokes(status)
    const bucket = await given.bucket()
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    const address = '**/objects/upload?**'
    await page.route(address, (route) => route.fulfill({ status, json: { code, message, detailedMessage: '' } }))
    await uploadFiles(page, [{ name: 'a.txt', buffer: Buffer.from('a') }])
    await expect(page.getByText('An error occurred while uploading the file(s).')).toBeVisible()
    await expect(page.getByText(message).first()).toBeVisible()

    await page.unroute(address)
    await page.getByRole('button', { name: 'Retry the upload of a.txt' }).click()
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
  })
}
