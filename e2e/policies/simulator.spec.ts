import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'

const policyOf = (...statements: object[]) => ({ Version: '2012-10-17', Statement: statements })

test(
  'why a user can and cannot is asked with the keyboard, and the answer names the statement',
  ON_MINIO_TOO,
  async ({ page, given, signIn }) => {
    test.setTimeout(120_000)
    const bucket = await given.bucket('asked')
    const user = await given.user(
      policyOf(
        { Sid: 'Read', Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`arn:aws:s3:::${bucket}/*`] },
        { Sid: 'Secrets', Effect: 'Deny', Action: ['s3:*'], Resource: [`arn:aws:s3:::${bucket}/private/*`] },
        {
          Effect: 'Allow',
          Action: ['s3:ListBucket'],
          Resource: [`arn:aws:s3:::${bucket}`],
          Condition: { StringLike: { 's3:prefix': ['team/*'] } },
        },
      ),
    )
    await signIn()
    await page.goto('/policies?tab=simulator')
    const form = page.getByRole('form', { name: 'Why can, why can’t' })
    const response = page.getByRole('region', { name: 'Answer' })
    await expect(form.getByRole('button', { name: 'Ask' })).toBeDisabled()
    await form.getByLabel('User name').fill(user.accessKey)
    await form.getByLabel('Action').fill('s3:GetObject')
    await form.getByLabel('Resource').fill(`${bucket}/team/a.jpg`)
    await page.keyboard.press('Enter')
    await expect(response).toContainText(`Yes: ${user.accessKey} may s3:GetObject on ${bucket}/team/a.jpg.`)
    await expect(response).toContainText(
      `Decided by statement 1 (Read) of policy ${user.accessKey}, attached to ${user.accessKey}`,
    )
    await expect(response).toContainText('"Sid": "Read"')
    await expectAccessible(page)

    await form.getByLabel('Resource').fill(`${bucket}/private/a.jpg`)
    await page.keyboard.press('Enter')
    await expect(response).toContainText(
      `No: ${user.accessKey} may not s3:GetObject on ${bucket}/private/a.jpg. It is denied.`,
    )
    await expect(response).toContainText('Decided by statement 2 (Secrets)')

    await form.getByLabel('Action').fill('s3:ListBucket')
    await form.getByLabel('Resource').fill(bucket)
    await page.keyboard.press('Enter')
    await expect(response).toContainText('Nothing allows it.')
    await response.getByText('Every statement that was looked at').click()
    await expect(response).toContainText('Statement 3: its condition on s3:prefix is not met')
    await form.getByRole('button', { name: 'Add a condition' }).click()
    await form.getByLabel('Condition key').fill('s3:prefix')
    await form.getByLabel('Value').fill('team/x')
    await page.keyboard.press('Enter')
    await expect(response).toContainText(`Yes: ${user.accessKey} may s3:ListBucket on ${bucket}.`)
    await expectAccessible(page)
  },
)

test('a question that cannot be asked says what it lacks, and strangers are asked about too', async ({
  page,
  given,
  signIn,
  provokes,
}) => {
  provokes(400, 404)
  const bucket = await given.bucket('asked')
  await signIn()
  await page.goto('/policies?tab=simulator')
  const form = page.getByRole('form', { name: 'Why can, why can’t' })
  await form.getByLabel('Who').selectOption('Anybody, without signing in')
  await form.getByLabel('Action').fill('s3:GetObject')
  await form.getByLabel('Resource').fill(bucket)
  await form.getByRole('button', { name: 'Ask' }).click()
  await expect(page.getByText('s3:GetObject is asked of an object: name one')).toBeVisible()
  await form.getByLabel('Resource').fill(`${bucket}/a`)
  await form.getByRole('button', { name: 'Ask' }).click()
  const response = page.getByRole('region', { name: 'Answer' })
  await expect(response).toContainText(`No: anybody may not s3:GetObject on ${bucket}/a. Nothing allows it.`)
  await expect(response).toContainText('The bucket has no policy that lets anybody in.')
  await form.getByLabel('Who').selectOption('User')
  await form.getByLabel('User name').fill('nobody-here')
  await form.getByRole('button', { name: 'Ask' }).click()
  await expect(page.getByText('The user nobody-here does not exist.')).toBeVisible()
})

test('a policy is questioned as it stands, on a phone too', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn()
  await page.goto('/policies/readonly?tab=simulator')
  const form = page.getByRole('form', { name: 'Why can, why can’t' })
  await expect(form.getByRole('textbox', { name: 'Policy to try' })).toContainText('s3:GetObject')
  await form.getByLabel('Action').fill('s3:PutObject')
  await form.getByLabel('Resource').fill('photos/a')
  await form.getByRole('button', { name: 'Ask' }).click()
  const response = page.getByRole('region', { name: 'Answer' })
  await expect(response).toContainText(
    'No: whoever has this policy only may not s3:PutObject on photos/a. Nothing allows it.',
  )
  await expect(response).toContainText('An Allow is missing in the pasted policy.')
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
})
