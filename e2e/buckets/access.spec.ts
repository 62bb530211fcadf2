/** Accounts whose policies grant access to a bucket: the access area with Policies and Users (spec core-console 2). */
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

test(
  'the policies and users that apply to a bucket are listed, and link to their pages',
  ON_MINIO_TOO,
  async ({ page, given }) => {
    await test.step('the policies that apply to a bucket are listed, and link to their pages', async () => {
      const bucket = await given.bucket()
      const Resource = [`arn:aws:s3:::${bucket}/*`]
      const user = await given.user({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource }],
      })
      await page.goto(`/buckets/${bucket}/access`)
      await expect(page).toHaveURL(`/buckets/${bucket}/access/policies`)
      await expect(rowOf(page, 'readwrite')).toBeVisible()
      await expectAccessible(page)
      // The user's policy has the same name as the user.
      await rowOf(page, user.accessKey).click()
      await expect(page).toHaveURL(`/policies/${user.accessKey}`)
    })

    await test.step('the users are listed if the session has the Users page', async () => {
      const bucket = await given.bucket()
      const statement = (name: string) => ({
        Effect: 'Allow',
        Action: ['s3:GetObject'],
        Resource: [`arn:aws:s3:::${name}/*`],
      })
      const named = await given.user({ Version: '2012-10-17', Statement: [statement(bucket)] })
      const other = await given.user({ Version: '2012-10-17', Statement: [statement('elsewhere')] })
      await visit(page, `/buckets/${bucket}/access/policies`)
      await page
        .getByRole('navigation', { name: text('bucket:access.label') })
        .getByRole('link', { name: 'Users' })
        .click()
      await expect(page).toHaveURL(`/buckets/${bucket}/access/users`)
      await expect(rowOf(page, named.accessKey)).toBeVisible()
      await expect(rowOf(page, other.accessKey)).toHaveCount(0)
      await expectAccessible(page)
      await rowOf(page, named.accessKey).click()
      await expect(page).toHaveURL(`/users/${named.accessKey}`)
    })
  },
)
