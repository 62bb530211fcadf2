import { expectAccessible } from '../src/accessibility.ts'
import { expect, test, visit } from '../src/journey.ts'
import { uploadFiles } from '../src/object-browser.ts'
import { errorText, text } from '../src/text.ts'

const policyOf = (...statements: object[]) => ({ Version: '2012-10-17', Statement: statements })

test('access of a user is checked with the keyboard, and the result names the deciding statement', async ({
  page,
  given,
  signIn,
}) => {
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
  const form = page.getByRole('form', { name: text('policies:tabs.simulator') })
  const response = page.getByRole('region', { name: text('policies:simulator.answer') })
  await expect(form.getByRole('button', { name: text('policies:simulator.check') })).toBeDisabled()
  await form.getByLabel('Username').fill(user.accessKey)
  await form.getByLabel('Action').fill('s3:GetObject')
  await form.getByLabel('Resource').fill(`${bucket}/team/a.jpg`)
  await page.keyboard.press('Enter')
  await expect(response).toContainText(
    text('policies:simulator.allow', { who: user.accessKey, action: 's3:GetObject', on: ` on ${bucket}/team/a.jpg` }),
  )
  await expect(response).toContainText(
    `Decided by statement 1 (Read) of policy ${user.accessKey}, attached to ${user.accessKey}`,
  )
  await expect(response).toContainText('"Sid": "Read"')
  await expectAccessible(page)

  await form.getByLabel('Resource').fill(`${bucket}/private/a.jpg`)
  await page.keyboard.press('Enter')
  await expect(response).toContainText(
    text('policies:simulator.deny', {
      who: user.accessKey,
      action: 's3:GetObject',
      on: ` on ${bucket}/private/a.jpg`,
    }),
  )
  await expect(response).toContainText('Decided by statement 2 (Secrets)')

  await form.getByLabel('Action').fill('s3:ListBucket')
  await form.getByLabel('Resource').fill(bucket)
  await page.keyboard.press('Enter')
  await expect(response).toContainText('No statement allows it.')
  await response.getByText(text('policies:simulator.considered')).click()
  await expect(response).toContainText(
    `Statement 3: ${text('policies:simulator.mismatch.condition', { key: 's3:prefix' })}`,
  )
  await form.getByRole('button', { name: text('policies:simulator.addCondition') }).click()
  await form.getByLabel('Condition key').fill('s3:prefix')
  await form.getByLabel('Value').fill('team/x')
  await page.keyboard.press('Enter')
  await expect(response).toContainText(
    text('policies:simulator.allow', { who: user.accessKey, action: 's3:ListBucket', on: ` on ${bucket}` }),
  )
  await expectAccessible(page)
})

test('anonymous access and a stored policy are checked, and what is missing is said, on a phone too', async ({
  page,
  given,
  signIn,
  provokes,
}) => {
  await test.step('an incomplete form says what is missing, and anonymous access can be checked', async () => {
    provokes(400, 404)
    const bucket = await given.bucket('asked')
    await signIn()
    await page.goto('/policies?tab=simulator')
    const form = page.getByRole('form', { name: text('policies:tabs.simulator') })
    await form.getByLabel(text('policies:simulator.subject')).selectOption(text('policies:simulator.kinds.anonymous'))
    await form.getByLabel('Action').fill('s3:GetObject')
    await form.getByLabel('Resource').fill(bucket)
    await form.getByRole('button', { name: text('policies:simulator.check') }).click()
    await expect(page.getByText('s3:GetObject needs an object')).toBeVisible()
    await form.getByLabel('Resource').fill(`${bucket}/a`)
    await form.getByRole('button', { name: text('policies:simulator.check') }).click()
    const response = page.getByRole('region', { name: text('policies:simulator.answer') })
    await expect(response).toContainText(
      text('policies:simulator.none', {
        who: text('policies:simulator.whoAnonymous'),
        action: 's3:GetObject',
        on: ` on ${bucket}/a`,
      }),
    )
    await expect(response).toContainText(text('policies:simulator.missingBucket'))
    await form.getByLabel(text('policies:simulator.subject')).selectOption('User')
    await form.getByLabel('Username').fill('nobody-here')
    await form.getByRole('button', { name: text('policies:simulator.check') }).click()
    await expect(page.getByText(errorText('NoSuchUser', { user: 'nobody-here' }))).toBeVisible()
  })

  await test.step('a policy is checked as it is stored, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, '/policies/readonly?tab=simulator')
    const form = page.getByRole('form', { name: text('policies:tabs.simulator') })
    await expect(form.getByRole('textbox', { name: text('policies:simulator.pasted') })).toContainText('s3:GetObject')
    await form.getByLabel('Action').fill('s3:PutObject')
    await form.getByLabel('Resource').fill('photos/a')
    await form.getByRole('button', { name: text('policies:simulator.check') }).click()
    const response = page.getByRole('region', { name: text('policies:simulator.answer') })
    await expect(response).toContainText(
      text('policies:simulator.none', {
        who: text('policies:simulator.whoDocument'),
        action: 's3:PutObject',
        on: ' on photos/a',
      }),
    )
    await expect(response).toContainText(text('policies:simulator.missingIn', { place: 'the pasted policy' }))
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })

  await test.step('a refused upload leads to the statement that refused it', async () => {
    provokes(403)
    await page.setViewportSize({ width: 1360, height: 850 })
    await page.context().clearCookies()
    const bucket = await given.bucket('asked')
    const user = await given.user(
      policyOf(
        { Effect: 'Allow', Action: ['admin:*'] },
        { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] },
        { Sid: 'Blocked', Effect: 'Deny', Action: ['s3:PutObject'], Resource: [`arn:aws:s3:::${bucket}/blocked*`] },
      ),
    )
    await signIn({ keys: user })
    await page.goto(`/object-browser/${bucket}/`)
    await uploadFiles(page, [{ name: 'blocked.txt', buffer: Buffer.from('blocked') }])
    const panel = page.getByRole('region', { name: text('transfers:title'), exact: true })
    await expect(panel).toContainText('AccessDenied')
    await expect(panel).toContainText(`as ${user.accessKey}`)
    await panel.getByRole('link', { name: 'Explain' }).click()
    const form = page.getByRole('form', { name: text('policies:tabs.simulator') })
    await expect(form.getByLabel('Action')).toHaveValue('s3:PutObject')
    await expect(form.getByLabel('Resource')).toHaveValue(`${bucket}/blocked.txt`)
    await form.getByRole('button', { name: text('policies:simulator.check') }).click()
    await expect(page.getByRole('region', { name: text('policies:simulator.answer') })).toContainText(
      'Decided by statement 3 (Blocked)',
    )
  })
})
