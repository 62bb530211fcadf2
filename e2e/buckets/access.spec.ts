/** Accounts whose policies grant access to a bucket: the access area with Policies and Users (spec core-console 2). */

import { countEffort } from '../../scripts/effort.ts'
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

    await test.step('who can do what in a folder is listed with the statements that decide, and saved', async () => {
      const bucket = await given.bucket()
      await given.object(bucket, 'team/a.txt', 'a')
      const Resource = [`arn:aws:s3:::${bucket}/team/*`]
      const reader = await given.user({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource }],
      })
      await visit(page, `/object-browser/${bucket}`)
      const effort = await countEffort(page)
      await rowOf(page, 'team')
        .getByRole('button', { name: text('shared:moreActions', { name: 'team' }) })
        .click()
      await page.getByRole('menuitem', { name: text('objects:actions.access') }).click()
      await expect(page).toHaveURL(`/buckets/${bucket}/access/principals?prefix=team%2F`)
      await expect(page.getByRole('columnheader', { name: 'Delete' })).toBeVisible()
      await expect(rowOf(page, 'Root')).toContainText('Yes')
      expect(await effort(), 'who can delete in a folder').toEqual({ clicks: 2, keys: 0 })
      await page.getByLabel(text('principals:filter')).selectOption(text('principals:filters.read'))
      await expect(rowOf(page, reader.accessKey)).toContainText('Yes')
      await page.getByLabel(text('principals:filter')).selectOption(text('principals:filters.delete'))
      await expect(rowOf(page, 'Root')).toBeVisible()
      await expect(rowOf(page, reader.accessKey)).toHaveCount(0)
      await page.getByLabel(text('principals:folder')).fill('')
      await page.getByLabel(text('principals:folder')).press('Enter')
      await expect(page).toHaveURL(`/buckets/${bucket}/access/principals`)
      await page.getByLabel(text('principals:filter')).selectOption(text('principals:filters.any'))
      await expect(rowOf(page, reader.accessKey)).toContainText('Partly')
      await expectAccessible(page)

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: text('principals:csv') }).click()
      const saved = await (await download).createReadStream()
      const csv = (await saved.toArray()).join('')
      expect(csv).toContain(
        `${reader.accessKey},User,,No,Partly: only a part of it,No,No,Partly: only a part of it,No,${reader.accessKey},`,
      )

      await rowOf(page, reader.accessKey).click()
      const dialog = page.getByRole('dialog')
      // The policy of this user has the same name as the user.
      await expect(dialog).toContainText(`Statement 1 of ${reader.accessKey}, attached directly`)
      await expectAccessible(page)
      await dialog.getByRole('link', { name: text('principals:details.user', { name: reader.accessKey }) }).click()
      await page.getByRole('link', { name: text('effective:whoElseOf', { place: `${bucket}/team/` }) }).click()
      await expect(page).toHaveURL(`/buckets/${bucket}/access/principals?prefix=team%2F`)
    })
  },
)
