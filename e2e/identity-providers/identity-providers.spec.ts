/** Users of an LDAP directory: an administrator sets it up on the page, and one of its people signs in. */
import {
  DIRECTORY_SECRET,
  type Directory,
  groupDn,
  missingDirectory,
  restartWithDirectory,
  startDirectory,
} from '@cooperage/testkit'
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test as journey, ON_MINIO_TOO } from '../src/journey.ts'

const missing = missingDirectory()
if (missing !== undefined) console.warn(`!!!!  SKIPPED: ${missing}`)

const test = journey.extend<{ directory: Directory }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
  directory: async ({}, use) => {
    const directory = await startDirectory({ people: ['alice'], groups: { devs: ['alice'] } })
    await use(directory)
    await directory.stop()
  },
})

test(
  'a directory is tested and added, gives a group a policy, and a member of the group signs in',
  ON_MINIO_TOO,
  async ({ page, directory, ownStorage, ownConsole, signIn, provokes }) => {
    test.skip(missing !== undefined, missing ?? '')
    provokes(401)
    const storage = await ownStorage()
    const console = await ownConsole({ storage, env: { COOPERAGE_OUTBOUND_LOOPBACK: 'on' } })
    await signIn({ keys: storage.root, at: console.url })
    await page.goto(`${console.url}/identity-providers?tab=ldap`)
    await page.getByRole('button', { name: 'Add LDAP directory' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add LDAP directory' })
    const fields: Record<string, string | undefined> = {
      'Server address': directory.settings.server_addr,
      'Lookup account': directory.settings.lookup_bind_dn,
      'Password of the lookup account': 'wrong',
      'User search base': directory.settings.user_dn_search_base_dn,
      'User search filter': directory.settings.user_dn_search_filter,
      'Group search base': directory.settings.group_search_base_dn,
      'Group search filter': directory.settings.group_search_filter,
    }
    for (const [label, value] of Object.entries(fields)) {
      await dialog.getByRole('textbox', { name: label, exact: true }).fill(value ?? '')
    }
    await dialog.getByLabel('Connect without TLS').check()
    await dialog.getByRole('button', { name: 'Test bind and search' }).click()
    await expect(dialog.getByRole('status').filter({ hasText: 'Check the name and the password' })).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Password of the lookup account' }).fill(DIRECTORY_SECRET)
    await dialog.getByRole('button', { name: 'Test bind and search' }).click()
    await expect(dialog.getByText('The test succeeded.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('The instance needs to be restarted')).toBeVisible()
    // Its button has a journey of its own.
    await restartWithDirectory(storage)
    await page.reload()
    await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(page)

    await page.getByRole('link', { name: 'LDAP policies' }).click()
    await page.getByRole('button', { name: 'Attach policies' }).click()
    const attach = page.getByRole('dialog', { name: 'Attach policies' })
    await attach.getByLabel('User or group').fill(groupDn('devs'))
    await attach.getByLabel('Policies').fill('readwrite')
    await attach.getByRole('button', { name: 'Attach', exact: true }).click()
    await expect(page.getByRole('row', { name: groupDn('devs') })).toBeVisible()

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${console.url}/login`)
    await expect(page.getByText('Your name in the directory (LDAP)')).toBeVisible()
    await page.getByLabel('Username').fill('alice')
    await page.getByLabel('Password', { exact: true }).fill(DIRECTORY_SECRET)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Signed in as alice' })).toBeVisible()
  },
)
