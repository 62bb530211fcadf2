/** Groups: what their members may do because of them, and the dialogs that set groups and policies. */
import { accountsOf, allow, send, uniqueName } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { choose, findRow } from '../src/lists.ts'
import { rowOf } from '../src/object-browser.ts'
import { permissionError, text } from '../src/text.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

test(
  'a group with a policy opens a bucket to its members, until it is deleted',
  ON_MINIO_TOO,
  async ({ page, given, storage, signIn }) => {
    const [bucket, other] = [await given.bucket('photos'), await given.bucket('secret')]
    await given.object(bucket, 'cover.jpg')
    const [member, newcomer] = [await given.user(), await given.user()]
    const policy = await accountsOf(storage).policy(allow(['s3:ListBucket', 's3:GetObject'], bucket, `${bucket}/*`))
    const group = uniqueName('photo/editors & co')
    const memberLists = async (name: string) =>
      (await send({ url: storage.url, method: 'GET', bucket: name, credentials: member })).status

    await signIn()
    await page.goto('/')
    await page.getByRole('link', { name: 'Groups', exact: true }).click()
    await expect(page).toHaveURL('/groups')
    await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible()

    await page.getByRole('button', { name: 'Create Group' }).click()
    const creation = dialogOf(page, 'Create Group')
    await expect(creation.getByLabel('Group name')).toBeFocused()
    await expect(creation.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('Enter a name first')
    await page.keyboard.type(group)
    const assign = creation.getByRole('group', { name: 'Assign Users' })
    await expect(assign.getByPlaceholder('Filter Users')).toBeVisible()
    await choose(assign, 'Filter Users', member.accessKey)
    await expect(assign).toContainText('1 selected')
    await expectAccessible(page)
    await creation.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(text('groups:form.created', { name: group }))).toBeVisible()

    await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
    await page.getByPlaceholder('Search Groups').fill('PHOTO/EDITORS')
    await expect(rowOf(page, group)).toBeHidden()
    await page.getByRole('button', { name: text('shared:case.ignore') }).click()
    await expect(rowOf(page, group)).toContainText('1NoneEnabled')
    await expectAccessibleInBothThemes(page)

    await page.getByRole('button', { name: `Set Policies ${group}` }).click()
    const policies = dialogOf(page, text('setPolicies:title.group', { name: group }))
    await choose(policies, 'Search Policies', policy)
    await expect(policies.getByRole('list', { name: text('setPolicies:attach') })).toHaveText(policy)
    await expect(policies.getByRole('list', { name: text('setPolicies:affected') })).toHaveText(member.accessKey)
    await expect(policies.getByRole('list', { name: text('setPolicies:preview.gained') })).toHaveText(
      `${bucket}/*ListRead`,
    )
    await expectAccessible(page)
    expect(await memberLists(bucket)).toBe(403)
    await policies.getByRole('button', { name: 'Save' }).click()
    await expect(policies).toBeHidden()
    await expect(rowOf(page, group)).toContainText(policy)
    expect([await memberLists(bucket), await memberLists(other)]).toEqual([200, 403])

    await signIn({ keys: member })
    await page.goto('/buckets')
    await expect(rowOf(page, bucket)).toBeVisible()
    await expect(rowOf(page, other)).toBeHidden()
    await expect(page.getByRole('link', { name: 'Groups', exact: true })).toBeHidden()

    await signIn()
    await page.goto('/groups')
    await (await findRow(page, 'Search Groups', group)).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: group, level: 1 })).toBeVisible()
    await expect(rowOf(page, member.accessKey)).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('link', { name: 'Policies', exact: true }).last().click()
    await expect(rowOf(page, policy)).toBeVisible()
    await page.getByRole('link', { name: 'Members', exact: true }).click()
    await page.getByRole('button', { name: text('groupPage:edit') }).click()
    const edit = dialogOf(page, text('groups:form.title', { name: group }))
    const members = edit.getByRole('group', { name: 'Edit Members' })
    await expect(members).toContainText('1 selected')
    await choose(members, 'Filter Users', newcomer.accessKey)
    await edit.getByRole('switch', { name: 'Enabled' }).press(' ')
    await expect(edit.getByText(text('groups:form.disabledWarning'))).toBeVisible()
    await expectAccessible(page)
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit).toBeHidden()
    await expect(rowOf(page, newcomer.accessKey)).toBeVisible()
    await page
      .getByRole('navigation', { name: text('shared:breadcrumbs') })
      .getByRole('link')
      .first()
      .click()
    await findRow(page, 'Search Groups', group)
    await expect(rowOf(page, group), 'a disabled group keeps its policies').toContainText(`2${policy}Disabled`)
    expect(await memberLists(bucket)).toBe(403)

    await page.getByRole('button', { name: `Delete ${group}` }).click()
    // Not that of the specification (decision 30).
    const deletion = dialogOf(page, `Delete Group ${group}`)
    await expect(deletion).toContainText(text('groups:deletion.question', { name: group }))
    await expect(deletion.getByRole('list', { name: 'Members' })).toContainText(newcomer.accessKey)
    await expectAccessible(page)
    await deletion.getByRole('button', { name: text('groups:deletion.removeAndDelete') }).click()
    await expect(page.getByText(text('groups:deletion.deleted', { name: group }))).toBeVisible()
    await expect(rowOf(page, group)).toBeHidden()
  },
)

test('several users are added to groups, and without users or permission nothing is offered', async ({
  page,
  signIn,
  storage,
  given,
  provokes,
}) => {
  await test.step('a server without users has none to assign', async () => {
    await page.route('**/api/v1/users', (route) => route.fulfill({ json: { users: [] } }))
    await signIn()
    await page.goto('/groups')
    await page.getByRole('button', { name: 'Create Group' }).click()
    await expect(dialogOf(page, 'Create Group').getByText('No Users Available')).toBeVisible()
    await page.unroute('**/api/v1/users')
  })

  await test.step('several users are added to groups, and the results are listed', async () => {
    const accounts = accountsOf(storage)
    const mark = uniqueName('crew')
    const users = [await accounts.named(`${mark}-ann`), await accounts.named(`${mark}-ben`)]
    const [group, another] = [await accounts.group([]), await accounts.group([])]
    await page.goto('/users')
    await findRow(page, 'Search Users', mark)
    for (const { accessKey } of users) await page.getByRole('checkbox', { name: `Select ${accessKey}` }).press(' ')
    await page.getByRole('button', { name: 'Add to Group' }).click()
    const dialog = dialogOf(page, text('groups:setGroups.titleMany_other', { number: '2' }))
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect(save).toHaveAccessibleDescription('You need to select at least one group to assign')
    await choose(dialog, 'Search Groups', group)
    await save.click()
    const done = dialogOf(page, 'Users added to groups')
    await expect(done.getByRole('list', { name: 'Groups' })).toHaveText(group)
    for (const { accessKey } of users) await expect(done.getByRole('list', { name: 'Users' })).toContainText(accessKey)
    await expectAccessible(page)
    await done.getByRole('button', { name: text('groups:setGroups.close') }).click()
    await expect(rowOf(page, users[0]?.accessKey ?? '')).toContainText(group)

    // The members of a group as a whole.
    await page.goto('/groups')
    await findRow(page, 'Search Groups', another)
    const setGroups = (name: string) => page.getByRole('button', { name: `Set Groups ${name}`, exact: true })
    await setGroups(another).click()
    const empty = dialogOf(page, text('groups:setGroups.titleMembers', { name: another }))
    await expect(empty.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(
      text('groups:setGroups.noMembers'),
    )
    await page.keyboard.press('Escape')
    await findRow(page, 'Search Groups', group)
    for (const action of ['View', 'Set Groups', 'Delete']) {
      const role = action === 'View' ? 'link' : 'button'
      await expect(page.getByRole(role, { name: `${action} ${group}`, exact: true })).toBeVisible()
    }
    await setGroups(group).click()
    const ofMembers = dialogOf(page, text('groups:setGroups.titleMembers', { name: group }))
    await choose(ofMembers, 'Search Groups', another)
    await ofMembers.getByRole('button', { name: 'Save' }).click()
    for (const { accessKey } of users) await expect(done.getByRole('list', { name: 'Users' })).toContainText(accessKey)
    await done.getByRole('button', { name: text('groups:setGroups.close') }).click()
    await findRow(page, 'Search Groups', another)
    await expect(rowOf(page, another)).toContainText('2NoneEnabled')
  })

  await test.step('with read access only, members are shown and the reason why nothing can be changed', async () => {
    const [member, reader] = [
      await given.user(),
      await given.user({
        Version: '2012-10-17',
        Statement: [allow(['admin:ListGroups', 'admin:GetGroup', 'admin:ListUserPolicies'])],
      }),
    ]
    const group = await accountsOf(storage).group([member], 'readonly')
    await signIn({ keys: reader })
    await page.goto('/groups')
    const denied = permissionError('admin:AddUserToGroup')
    await expect(page.getByRole('button', { name: 'Create Group' })).toHaveAccessibleDescription(denied)
    await (await findRow(page, 'Search Groups', group)).getByText(group).click()
    await expect(page.getByRole('row', { name: member.accessKey })).toBeVisible()
    await expect(page.getByRole('button', { name: text('groupPage:edit') })).toHaveAccessibleDescription(denied)
    await page.goBack()
    await findRow(page, 'Search Groups', group)
    await page.getByRole('link', { name: `Permissions ${group}` }).click()
    await expect(page.getByRole('heading', { name: group, level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('readonly')
  })

  await test.step('a group that doesn’t exist is reported, with the way back', async () => {
    provokes(404)
    await page.goto('/groups/no%2Fsuch')
    await expect(page.getByText(text('groupPage:missing.title'))).toBeVisible()
    await page.getByRole('link', { name: text('groupPage:missing.back') }).click()
    await expect(page).toHaveURL('/groups')
  })
})
