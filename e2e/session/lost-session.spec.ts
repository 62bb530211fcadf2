/** What happens to an idle page when its session ends elsewhere. */
import { expect, fillLoginForm, test } from '../src/journey.ts'
import { errorText } from '../src/text.ts'

const REASON = errorText('SessionEnded')

test('signing out in one tab sends the others to the login page, and removed permissions hide actions', async ({
  page,
  context,
  signIn,
  storage,
  given,
  provokes,
}) => {
  // The other tab may ask something at that moment, without the cookie.
  provokes(401)
  await test.step('signing out in one tab sends the others to the login page with the reason, and signing in sends them back', async () => {
    await signIn()
    await page.goto('/object-browser')
    await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()
    const other = await context.newPage()
    await other.goto('/buckets')
    await expect(other.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()

    await expect(page.getByRole('button', { name: 'Refresh' })).not.toHaveAttribute('aria-busy', 'true')
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByText(REASON)).toBeVisible()
    await expect(other.getByText(REASON), 'no reason after signing out').toHaveCount(0)

    await fillLoginForm(page, storage.root)
    await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()
  })

  await test.step('a page hides actions as soon as their permissions are removed', async () => {
    const user = await given.user({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: ['s3:ListAllMyBuckets', 's3:ListBucket'], Resource: ['arn:aws:s3:::*'] },
        { Effect: 'Allow', Action: ['s3:CreateBucket'], Resource: ['arn:aws:s3:::*'] },
      ],
    })
    await signIn({ keys: user })
    await page.goto('/buckets')
    const create = page.getByRole('button', { name: 'Create Bucket' })
    await expect(create).toBeVisible()

    await user.setPolicy({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:ListAllMyBuckets', 's3:ListBucket'], Resource: ['arn:aws:s3:::*'] }],
    })
    await expect(create).toHaveCount(0, { timeout: 25_000 })
    await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
  })
})

test.describe('with the code of other pages', () => {
  test.use({ loadsAhead: true })

  test('a console that restarts with another secret makes an open tab sign in again, and the tab continues', async ({
    page,
    signIn,
    ownConsole,
    storage,
    provokes,
  }) => {
    // The page preloads the code of other pages, and may find the server down or shutting down.
    provokes(401, 'unreachable', 503)
    const console = await ownConsole()
    await signIn({ at: console.url })
    await page.goto(`${console.url}/object-browser`)
    await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()

    await console.end()
    await console.start({ COOPERAGE_SECRET: 'another secret, of at least thirty-two characters' })
    await expect(page.getByLabel('Username'), 'without interaction').toBeVisible({ timeout: 40_000 })
    await fillLoginForm(page, storage.root)
    await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()
  })
})
