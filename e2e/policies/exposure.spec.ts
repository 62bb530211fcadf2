/** The exposure report: it matches what anonymous requests get from the storage, and links to the fix. */
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { text } from '../src/text.ts'

const everybody = { Effect: 'Allow', Principal: { AWS: ['*'] } }
const arn = (resource: string) => [`arn:aws:s3:::${resource}`]

async function setPolicy(storage: StorageProcess, bucket: string, ...statements: object[]): Promise<void> {
  const body = JSON.stringify({ Version: '2012-10-17', Statement: statements })
  await storage.request({ method: 'PUT', bucket, query: { policy: '' }, body })
}

test('public access is found, matches what the storage allows, and is removed from the report', async ({
  page,
  given,
  storage,
  signIn,
}) => {
  const [open, narrowed] = [await given.bucket('open'), await given.bucket('limited')]
  await given.object(open, 'public/a.txt')
  const reading = {
    ...everybody,
    Sid: 'OpenFolder',
    Action: ['s3:GetObject'],
    Resource: arn(`${open}/public/*`),
  }
  await setPolicy(storage, open, reading)
  await setPolicy(storage, narrowed, {
    ...everybody,
    Action: ['s3:PutObject'],
    Resource: arn(`${narrowed}/*`),
    Condition: { IpAddress: { 'aws:SourceIp': ['192.0.2.0/24'] } },
  })
  const anonymousRead = async () => (await page.request.get(`${storage.url}/${open}/public/a.txt`)).status()
  expect(await anonymousRead()).toBe(200)

  await signIn()
  await page.goto('/policies')
  await page.getByRole('link', { name: 'Exposure' }).click()
  await expect(page).toHaveURL('/policies?tab=exposure')
  await expect(page.getByText(/^Scanned /)).toBeVisible()
  const found = page.getByRole('region', { name: text('exposure:buckets.title') })
  const ofOpen = found.getByRole('listitem').filter({ has: page.getByRole('heading', { name: open }) })
  await expect(ofOpen).toContainText(`Read${open}/public/*`)
  await ofOpen.getByText('Statement 1 (OpenFolder)').focus()
  await page.keyboard.press('Enter')
  await expect(ofOpen).toContainText('"Sid": "OpenFolder"')
  const ofNarrowed = found.getByRole('listitem').filter({ has: page.getByRole('heading', { name: narrowed }) })
  await expect(ofNarrowed).toContainText(
    text('exposure:opening.limited', { key: 'aws:SourceIp', operator: 'IpAddress', values: '192.0.2.0/24' }),
  )
  const wide = page.getByRole('region', { name: 'Policies that allow everything' })
  await expect(wide.getByRole('link', { name: 'Open policy consoleAdmin' })).toHaveAttribute(
    'href',
    /\/policies\/consoleAdmin$/,
  )
  await expect(page.getByRole('region', { name: text('exposure:keys.title') })).toContainText(
    text('exposure:keys.providers'),
  )
  await expectAccessible(page)

  await page.getByRole('link', { name: `Change access to ${open}` }).click()
  await page.getByRole('button', { name: text('anonymousRules:openEditor') }).click()
  const dialog = page.getByRole('dialog', { name: `Change Access Policy of ${open}` })
  await dialog.getByLabel('Access Policy').selectOption('Private')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await anonymousRead()).toBe(403)
  await page.goBack()
  await expect(ofNarrowed, 'the scan is still there').toBeVisible()
  await expect(ofOpen, 'and includes the change').toHaveCount(0)

  await setPolicy(storage, open, reading)
  const again = page.getByRole('button', { name: text('exposure:scan.again') })
  await expect(again).toBeEnabled()
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(ofOpen, 'changes by others show after a rescan').toBeVisible()
})

test("buckets that can't be read are listed, a failed scan resumes where it stopped, and the report is usable on a phone", async ({
  page,
  given,
  signIn,
  provokes,
  storage,
}) => {
  await test.step(`buckets that can't be read are listed, and a failed scan resumes where it stopped`, async () => {
    provokes(403, 503)
    const [mine, other] = [await given.bucket('mine'), await given.bucket('other')]
    const user = await given.user({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:ListBucket', 's3:GetBucketLocation'], Resource: [...arn(mine), ...arn(other)] },
        { Effect: 'Allow', Action: ['s3:GetBucketPolicy'], Resource: arn(mine) },
        { Effect: 'Allow', Action: ['admin:ListUserPolicies'] },
      ],
    })
    await signIn({ keys: user })
    // A real outage fails every call of the page; here only one part fails and the others are shown.
    let isOut = true
    await page.route('**/api/v1/exposure/buckets', async (route) => {
      if (!isOut) return route.continue()
      const body = { code: 'StorageUnreachable', message: 'The storage is out.', detailedMessage: '', requestId: 'r' }
      return route.fulfill({ status: 503, json: body })
    })
    await page.goto('/policies?tab=exposure')
    const failure = page.getByRole('alert').filter({ hasText: 'The storage is out.' })
    await expect(failure).toBeVisible()
    isOut = false
    await failure.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(/^Scanned /)).toBeVisible()
    await expect(page.getByRole('region', { name: text('exposure:unread.title') })).toContainText(
      text('exposure:unread.denied_one', { count: 1, permission: 's3:GetBucketPolicy', names: other }),
    )
    await expect(page.getByRole('region', { name: text('exposure:buckets.title') })).toContainText(
      text('exposure:buckets.none_one'),
    )
    await expect(page.getByRole('region', { name: text('exposure:keys.title') })).toContainText(
      text('exposure:keys.denied.everybody', { permission: 'admin:ListUsers, admin:ListServiceAccounts' }),
    )
    await expectAccessible(page)
  })

  await test.step('the report is usable on a phone', async () => {
    const bucket = await given.bucket('open')
    await setPolicy(storage, bucket, {
      ...everybody,
      Action: ['s3:*'],
      Resource: [...arn(bucket), ...arn(`${bucket}/*`)],
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn()
    await page.goto('/policies?tab=exposure')
    await expect(page.getByRole('heading', { name: bucket })).toBeVisible()
    await expect(page.getByText(/^Scanned /)).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})
