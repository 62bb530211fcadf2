import { expectAccessible } from '../src/accessibility.ts'
import { keysOf } from '../src/given.ts'
import { expect, fillLoginForm, test } from '../src/journey.ts'
import { rowOf, uploadFiles } from '../src/object-browser.ts'
import { errorText, permissionError } from '../src/text.ts'

test('what a policy does not allow is not offered, or names the missing permission', async ({
  page,
  given,
  storage,
  provokes,
  signIn,
}) => {
  await test.step('a user with access to one folder of one bucket can work there and is offered nothing else', async () => {
    provokes(403)
    const bucket = await given.bucket()
    await given.objects(bucket, ['team/plan.txt', 'private/secret.txt'])
    const user = await given.user({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:ListBucket'],
          Resource: [`arn:aws:s3:::${bucket}`],
          Condition: { StringLike: { 's3:prefix': ['team/*'] } },
        },
        { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: [`arn:aws:s3:::${bucket}/team/*`] },
      ],
    })
    await page.goto('/login')
    await fillLoginForm(page, user)
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page).toHaveURL(`/object-browser/${bucket}/team/`)
    await page.goto('/buckets')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create Bucket' })).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('link', { name: `${bucket}/team/`, exact: true }).click()
    await expect(rowOf(page, 'plan.txt')).toBeVisible()
    await uploadFiles(page, [{ name: 'added.txt', buffer: Buffer.from('added') }])
    await expect(rowOf(page, 'added.txt')).toBeVisible()
    expect(await keysOf(storage, bucket)).toContain('team/added.txt')

    await page.goto(`/object-browser/${bucket}/private/`)
    await expect(page.getByText(permissionError('s3:ListBucket', `${bucket}/private/`))).toBeVisible()
    await expect(page.getByText('secret.txt')).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('an object that may be read but not deleted stays, and the error names the permission', async () => {
    await page.context().clearCookies()
    const bucket = await given.bucket()
    await given.object(bucket, 'kept.txt')
    const user = await given.user({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: ['s3:ListAllMyBuckets', 's3:ListBucket', 's3:GetObject', 's3:GetBucketLocation'],
          Resource: ['arn:aws:s3:::*'],
        },
      ],
    })
    await signIn({ keys: user })
    await page.goto(`/object-browser/${bucket}/`)
    const row = rowOf(page, 'kept.txt')
    await expect(row).toBeVisible()
    const remove = row.getByRole('button', { name: 'Delete' })
    await expect(remove).toHaveAccessibleDescription(permissionError('s3:DeleteObject', bucket))
    await expect(remove).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('button', { name: 'Rewind' })).toHaveAccessibleDescription(
      permissionError('s3:GetBucketVersioning', bucket),
    )
    expect(await keysOf(storage, bucket)).toEqual(['kept.txt'])
  })
})

test('a user whose policy is detached is notified and signed out', async ({ page, given, signIn, provokes }) => {
  provokes(401)
  const user = await given.user({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
  })
  await signIn({ keys: user })
  await page.goto('/buckets')
  await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()

  await user.losePolicy()
  // No interaction with the page: the console checks the account while a session is open.
  await expect(page.getByText(errorText('NoPolicy'))).toBeVisible({ timeout: 25_000 })
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
