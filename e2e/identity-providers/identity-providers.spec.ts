/** The identity providers of the storage server: an administrator sets them up, and people of a directory sign in. */
import {
  DIRECTORY_SECRET,
  type Directory,
  groupDn,
  missingDirectory,
  personDn,
  restartWithDirectory,
  startDirectory,
  startIdentityProvider,
} from '@cooperage/testkit'
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test as journey } from '../src/journey.ts'
import { findRow } from '../src/lists.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { text } from '../src/text.ts'

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

test('a directory is tested and added, gives a group a policy, and a member of the group signs in', async ({
  page,
  directory,
  ownStorage,
  ownConsole,
  signIn,
  provokes,
}) => {
  test.skip(missing !== undefined, missing ?? '')
  provokes(401)
  const storage = await ownStorage()
  const env = { COOPERAGE_OUTBOUND_LOOPBACK: 'on', COOPERAGE_SESSION_HOURS: '1' }
  const console = await ownConsole({ storage, env })
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
  // Its button has its own journey.
  await restartWithDirectory(storage)
  await page.reload()
  await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  // What pages about built-in users and groups leave to the directory, and the way to its policies.
  const reason = text('users:ldap.reason')
  const ofGroups = text('groups:ldap.reason')
  await page.goto(`${console.url}/groups`)
  await expect(page.getByRole('button', { name: 'Create Group' })).toHaveAccessibleDescription(ofGroups)
  await page.getByRole('link', { name: text('groups:ldap.link') }).click()
  await page.getByRole('button', { name: 'Attach policies' }).click()
  const attach = page.getByRole('dialog', { name: 'Attach policies' })
  await attach.getByLabel('User or group').fill(groupDn('devs'))
  await attach.getByLabel('Policies').fill('readwrite')
  await attach.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(page.getByRole('row', { name: groupDn('devs') })).toBeVisible()
  await page.request.post(`${console.url}/api/v1/ldap-policies`, {
    data: { operation: 'attach', kind: 'user', name: 'alice', policies: ['readonly'] },
  })
  await page.goto(`${console.url}/groups`)
  await expect(page.getByRole('button', { name: `Delete ${groupDn('devs')}` })).toHaveAccessibleDescription(ofGroups)
  await page.goto(`${console.url}/users`)
  await expect(page.getByRole('button', { name: 'Create User' })).toHaveAccessibleDescription(reason)
  const alice = await findRow(page, 'Search Users', personDn('alice'))
  await expect(page.getByRole('button', { name: `Delete ${personDn('alice')}` })).toHaveAccessibleDescription(reason)
  await alice.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(text('users:ldap.userNote'))).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Enabled' })).toHaveAccessibleDescription(reason)
  for (const name of ['Delete User', 'Change Password', 'Add to Groups']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(reason)
  }
  await expectAccessibleInBothThemes(page)

  await page.clock.install()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${console.url}/login`)
  await expect(page.getByText('Your name in the directory (LDAP)')).toBeVisible()
  await page.getByLabel('Username').fill('alice')
  await page.getByLabel('Password', { exact: true }).fill(DIRECTORY_SECRET)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Signed in as alice' })).toBeVisible()

  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.reload()
  await connected
  await page.clock.fastForward('00:51:00')
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again.getByLabel('Username')).toHaveValue('alice')
  await again.getByLabel('Password', { exact: true }).fill(DIRECTORY_SECRET)
  await page.keyboard.press('Enter')
  await expect(again).toBeHidden()
  await page.getByRole('button', { name: 'Signed in as alice' }).click()
  await expect(page.getByText(text('shell:ways.ldap'))).toBeVisible()
  await expect(page.getByText('in 59 min'), 'the new session has its full length').toBeVisible()
})

journey(
  'an OpenID provider is added, edited, disabled and deleted',
  async ({ page, ownStorage, ownConsole, signIn, provokes }) => {
    // The page may read the list while the storage server restarts.
    provokes(503)
    const provider = await startIdentityProvider()
    const storage = await ownStorage()
    const console = await ownConsole({ storage, env: { COOPERAGE_OUTBOUND_LOOPBACK: 'on' } })
    await signIn({ keys: storage.root, at: console.url })
    await page.goto(`${console.url}/identity-providers`)
    await page.getByRole('button', { name: 'Add OpenID provider' }).click()
    const adding = page.getByRole('dialog', { name: 'Add OpenID provider' })
    await adding.getByRole('textbox', { name: 'Name', exact: true }).fill('corporate')
    await adding.getByRole('textbox', { name: 'Discovery address' }).fill(`${storage.url}/nowhere`)
    await adding.getByRole('textbox', { name: 'Client ID' }).fill('console')
    await adding.getByRole('textbox', { name: 'Client secret' }).fill('a-secret')
    await adding.getByRole('button', { name: 'Test discovery' }).click()
    await expect(adding.getByText('The provider responded with status')).toBeVisible()
    await adding.getByRole('textbox', { name: 'Discovery address' }).fill(provider.configUrl)
    await adding.getByRole('button', { name: 'Test discovery' }).click()
    await expect(adding.getByText(text('identityProviders:test.works'))).toBeVisible()
    await adding.getByRole('button', { name: 'Save' }).click()
    await expect(adding).toBeHidden()
    await restarted(storage)
    await page.reload()
    const row = page.getByRole('row', { name: 'corporate' })
    await expect(row).toContainText('Enabled')
    await expect(row).toContainText('from the claim policy')

    await page.getByRole('button', { name: 'Edit corporate' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit corporate' })
    await expect(editing.getByRole('textbox', { name: 'Client secret' })).toHaveValue('')
    await editing.getByRole('textbox', { name: 'Role policies' }).fill('readonly')
    await editing.getByRole('button', { name: 'Save' }).click()
    await expect(editing).toBeHidden()
    await expect(page.getByRole('button', { name: 'Enable corporate' })).toHaveAccessibleDescription(
      text('identityProviders:isEnabled'),
    )
    // The message of the edit may still be shown, and the list changes only with the restart.
    const disabled = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Disable corporate' }).click()
    expect((await disabled).status()).toBe(204)
    await expect(page.getByText(text('identityProviders:saved')).last()).toBeVisible()
    await restarted(storage)
    await page.reload()
    await expect(row).toContainText('Disabled')
    await expect(row).toContainText('readonly')
    await page.getByRole('button', { name: 'Delete corporate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await restarted(storage)
    await page.reload()
    await expect(page.getByText(text('identityProviders:empty.openid'))).toBeVisible()
    await provider.stop()
  },
)

async function restarted(storage: StorageProcess): Promise<void> {
  await storage.end()
  await storage.start()
}
