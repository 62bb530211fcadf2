/** The configuration of the storage server, and its restart. */
import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

/** The help texts of other sections contain names too. */
const sectionRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) })

test(
  'a region is changed, not over another administrator, takes effect after the restart, and is restored from the history',
  ON_MINIO_TOO,
  async ({ page, signIn, ownStorage, ownConsole, provokes }) => {
    const storage = await ownStorage()
    const { url } = await ownConsole({ storage })
    // A section that doesn't exist, a value that changed, and while the server restarts, nothing responds.
    provokes(404, 409, 502, 503, 504)
    await signIn({ at: url })
    await page.goto(`${url}/`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await expect(rowOf(page, 'Cache')).toContainText('This storage server doesn’t have this section.')
    await visit(page, '/settings?section=cache')
    await expect(page.getByText('This storage server doesn’t have this section.')).toBeVisible()
    await page.goBack()
    await page.getByPlaceholder('Search configurations').fill('site')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Site', exact: true }).click()

    await expect(page.getByRole('link', { name: 'Back To Configurations' })).toBeVisible()
    const region = page.getByLabel('region')
    await region.fill('eu-west-9')
    await expectAccessible(page)
    const data = { key_values: [{ key: 'region', value: 'eu-west-7' }] }
    await page.request.put(`${url}/api/v1/configs/site`, { data, headers: { origin: url } })
    await page.getByRole('button', { name: 'Save' }).click()
    const review = page.getByRole('dialog', { name: 'Save changes to site' })
    const change = review.getByRole('row', { name: 'region' })
    await expect(change).toHaveText('regionEmptyeu-west-9')
    await expectAccessible(page)
    await review.getByRole('button', { name: 'Save' }).click()
    await expect(review).toContainText('The value of region in site changed while you were editing.')
    await expect(change, 'the change of the other administrator').toHaveText('regioneu-west-7eu-west-9')
    await review.getByRole('button', { name: 'Save' }).click()

    const banner = page.getByText('The instance needs to be restarted for configuration changes to take effect.')
    await expect(banner).toBeVisible()
    // The form returns to the list, a moment after the banner.
    await expect(page).toHaveURL(/\/settings$/)
    await page.reload()
    await expect(banner, 'the banner survives a reload').toBeVisible()
    await expectAccessible(page)
    const restart = async () => {
      await page.getByRole('button', { name: 'Restart' }).click()
      const question = page.getByRole('dialog', { name: 'Restart the storage server' })
      await expect(question).toContainText('site')
      await question.getByRole('button', { name: 'Restart' }).click()
      await expect(page.getByText('The server is restarting.')).toBeVisible()
      await expect(page.getByText('The storage server has restarted.')).toBeVisible({ timeout: 30_000 })
      await expect(banner).toBeHidden()
    }
    await restart()

    await page.getByRole('link', { name: 'Site', exact: true }).click()
    await expect(region).toHaveValue('eu-west-9')
    await page.getByRole('link', { name: 'History' }).click()
    await expectAccessible(page)
    await rowOf(page, 'site region=eu-west-7')
      .getByRole('button', { name: /^Restore/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Restore this change' })
    await expect(dialog).toContainText('site region=eu-west-7')
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('The change was restored. It takes effect after a restart.')).toBeVisible()
    await expect(banner).toBeVisible()
    await page.goto(`${url}/settings?section=site`)
    await expect(region).toHaveValue('eu-west-7')
    await expect(region).toHaveAccessibleDescription(/In effect until the restart: eu-west-9$/)
    await page.getByText('The storage server has restarted.').waitFor({ state: 'hidden' })
    await restart()
    await page.reload()
    await expect(region).toHaveValue('eu-west-7')
    await expect(region).toHaveAccessibleDescription(/Stored value$/)
  },
)

test('shows the banner for changes by others, and reports a server that doesn’t respond after a restart and a missing permission', async ({
  page,
  signIn,
  provokes,
}) => {
  provokes(503)
  let isDown = false
  const state = { pending: [] as string[], startedAt: '2026-01-01T00:00:00.000Z', uploads: 0 }
  await page.route('**/api/v1/service/restart', async (route) => {
    if (isDown) return route.fulfill({ status: 503, json: { code: 'StorageUnreachable', message: 'Unreachable' } })
    isDown = route.request().method() === 'POST'
    return route.fulfill(isDown ? { status: 204 } : { json: state })
  })
  await signIn()
  await page.clock.install()
  // The minute begins with the response.
  const asked = page.waitForResponse('**/api/v1/service/restart')
  await page.goto('/settings')
  await (await asked).finished()
  await expect(sectionRow(page, 'Region')).toBeVisible()
  const banner = page.getByText('The instance needs to be restarted for configuration changes to take effect.')
  await expect(banner).toBeHidden()
  state.pending = ['site']
  await page.clock.runFor(60_000)
  await expect(banner, 'an open page shows it within a minute').toBeVisible()
  state.uploads = 2
  await page.getByRole('button', { name: 'Restart' }).click()
  const question = page.getByRole('dialog', { name: 'Restart the storage server' })
  await expect(question).toContainText('2 uploads through this console are in progress, by any user.')
  await question.getByRole('button', { name: 'Restart' }).click()
  const restarting = page.getByText('The server is restarting.')
  await expect(restarting).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expect(
      page.getByText(/The storage server didn’t respond again within 60 seconds\. Check the log on its machine/),
    ).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  await expect(restarting).toBeHidden()

  isDown = false
  await page.route('**/api/v1/has-permission', async (route) => {
    const response = await route.fetch()
    const { permissions } = await response.json()
    const denied = permissions.map((one: { id: string; can: boolean }) => ({ ...one, can: one.id !== 'restart' }))
    await route.fulfill({ response, json: { permissions: denied } })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Restart' })).toHaveAccessibleDescription(
    'You don’t have permission to restart the storage server (admin:ServiceRestart on this server).',
  )
})

test(
  'a webhook is added, checked, changed without its secret, and deleted',
  ON_MINIO_TOO,
  async ({ page, signIn, provokes }) => {
    provokes(400)
    await signIn()
    await page.goto('/settings?section=audit_webhook')
    await page.getByRole('button', { name: 'Add target' }).click()
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByLabel('endpoint').fill('nonsense')
    await page.getByLabel('endpoint').fill('')
    await expect(page.getByText('Field cannot be empty')).toBeVisible()
    await page.getByLabel('Target name').fill('two words')
    await expect(page.getByText('Use letters, digits, hyphens and underscores.')).toBeVisible()
    await page.getByLabel('Target name').fill('primary')
    await page.getByLabel('endpoint').fill('nonsense')
    await page.getByRole('textbox', { name: 'auth_token' }).fill('hidden-token')
    await save.click()
    const review = page.getByRole('dialog', { name: 'Save changes to Audit webhook' })
    await expect(review).toContainText('A new secret value')
    await review.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('endpoint'), 'the server’s reason is shown at the field').toHaveAccessibleDescription(
      /unexpected scheme found/i,
    )
    await expect(review).toBeHidden()
    await page.getByLabel('endpoint').fill('http://127.0.0.1:9/audit')
    await page.getByRole('switch', { name: 'enable' }).uncheck()
    await save.click()
    await review.getByRole('button', { name: 'Save' }).click()

    await expect(rowOf(page, 'primary')).toContainText('Disabled')
    expect(await page.content()).not.toContain('hidden-token')
    await page.getByRole('link', { name: 'Edit primary' }).click()
    await expect(page.getByText('A value is stored. Leave the field empty to keep it.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'auth_token' })).toHaveValue('')
    await page.goBack()
    await page.getByRole('button', { name: 'Delete primary' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No targets')).toBeVisible()
  },
)

test('the configuration is exported after a warning, and imported after a preview', async ({
  page,
  signIn,
  ownStorage,
  ownConsole,
}, info) => {
  const { url } = await ownConsole({ storage: await ownStorage() })
  await signIn({ at: url })
  await page.goto(`${url}/settings`)
  await page.getByRole('button', { name: 'Export configuration' }).click()
  const warning = page.getByRole('dialog', { name: 'Export configuration' })
  await expect(warning).toContainText('every secret of the configuration in plain text')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await warning.getByRole('button', { name: 'Export configuration' }).click()
  const text = await readFile(await (await download).path(), 'utf8')

  const file = info.outputPath('server.txt')
  await page.getByRole('button', { name: 'Import configuration' }).click()
  await writeFile(file, `${text}ghost a=1\n`)
  await page.getByLabel('Configuration file').setInputFiles(file)
  await expect(page.getByText(/Line \d+: this server has no section ghost\./)).toBeVisible()
  await expectAccessible(page)
  const changed = text.replace('stale_uploads_expiry=24h', 'stale_uploads_expiry=soon')
  await writeFile(
    file,
    `${changed}audit_webhook:siem endpoint=http://127.0.0.1:9/ enable=off auth_token=hidden-token\n`,
  )
  await page.getByLabel('Configuration file').setInputFiles(file)
  await expect(page.getByRole('table', { name: 'api' }).getByRole('row', { name: 'stale_uploads_expiry' })).toHaveText(
    'stale_uploads_expiry24hsoon',
  )
  await expect(page.getByRole('row', { name: 'auth_token' })).toHaveText('auth_tokenchanged')
  expect(await page.content()).not.toContain('hidden-token')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import configuration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import configuration' }).click()
  const result = page.getByRole('table', { name: 'Result of the import' })
  await expect(result.getByRole('row', { name: 'api' })).toContainText('Not saved')
  await expect(result.getByRole('row', { name: 'api' })).toContainText('invalid duration "soon"')
  await expect(result.getByRole('row', { name: 'audit_webhook:siem' })).toContainText('In effect')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back To Configurations' }).click()
  await expect(page.getByRole('link', { name: 'Audit webhook', exact: true })).toBeVisible()
})

test('sections depend on erasure coding, etcd is saved once its name is typed, and unknown sections are shown', async ({
  page,
  signIn,
}) => {
  await test.step('without erasure coding the Tiers tab is disabled, and says why', async () => {
    await page.route('**/api/v1/session', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), distributedMode: false } })
    })
    await signIn()
    await page.goto('/settings')
    for (const name of [
      'Region',
      'Cache',
      'Compression',
      'Etcd',
      'Identity OpenID',
      'Identity LDAP',
      'Logger webhook',
    ]) {
      await expect(sectionRow(page, name)).toBeVisible()
    }
    await expect(rowOf(page, 'Audit webhook').getByRole('link', { name: 'Edit' })).toBeVisible()
    const tab = page.getByText('Tiers', { exact: true })
    await expect(tab).toHaveAttribute('aria-disabled', 'true')
    await expect(tab).toHaveAccessibleDescription('Tiers need a distributed (erasure-coded) storage server.')
    await page.unroute('**/api/v1/session')
  })

  await test.step('etcd is saved once its name is typed; lists are joined, environment variables read-only, and unknown sections shown', async () => {
    const key = { type: 'string', description: '', required: false, secret: false, value: '', source: 'default' }
    const keys = [
      { ...key, key: 'endpoints', type: 'csv', required: true, variable: '' },
      { ...key, key: 'path_prefix', value: '/cluster', source: 'environment', variable: 'MINIO_ETCD_PATH_PREFIX' },
    ]
    const details = { section: 'etcd', description: 'Etcd', hasTargets: false, targets: [], blank: keys }
    await page.route('**/api/v1/configs/etcd/details', (route) =>
      route.fulfill({ json: { ...details, targets: [{ target: '', enabled: true, keys }] } }),
    )
    const sent: unknown[] = []
    await page.route('**/api/v1/configs/etcd', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: { restart: true } })
    })
    // A section that isn't built into this console, with a key of an unknown type.
    const gate = { ...key, key: 'gate', type: 'spline', description: 'where to', value: 'north', variable: '' }
    const teleport = { section: 'teleport', description: 'send objects elsewhere', hasTargets: false, blank: [gate] }
    await page.route('**/api/v1/configs', async (route) => {
      const response = await route.fetch()
      const { configurations } = await response.json()
      const added = { key: 'teleport', description: teleport.description, hasTargets: false }
      await route.fulfill({ response, json: { configurations: [...configurations, added], total: 0 } })
    })
    await page.route('**/api/v1/configs/teleport/details', (route) =>
      route.fulfill({ json: { ...teleport, targets: [{ target: '', enabled: true, keys: [gate] }] } }),
    )
    await page.goto('/settings')
    await expect(rowOf(page, 'teleport')).toContainText('send objects elsewhere')
    await page.getByRole('link', { name: 'Teleport', exact: true }).click()
    await expect(page.getByLabel('gate')).toHaveValue('north')
    await expect(page.getByLabel('gate')).toHaveAccessibleDescription(/^where to/)

    await visit(page, '/settings?section=etcd')
    const prefix = page.getByLabel('path_prefix')
    await expect(prefix).toHaveAttribute('readonly')
    await expect(prefix).toHaveAccessibleDescription(
      'Prefix of the server’s own keys in etcd, where several servers share one · Set by MINIO_ETCD_PATH_PREFIX on the server. Change it there.',
    )
    const save = page.getByRole('button', { name: 'Save' })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByLabel('endpoints').fill('http://a:2379\n\n http://b:2379 \n')
    await page.clock.runFor(499)
    await expect(save, 'a list is read 500 ms after the last key').toHaveAccessibleDescription('Nothing has changed')
    await page.clock.runFor(1)
    await expect(save).not.toHaveAccessibleDescription('Nothing has changed')
    await page.clock.resume()
    await page.getByRole('button', { name: 'Save' }).click()
    const review = page.getByRole('dialog', { name: 'Save changes to Etcd' })
    await expect(review).toContainText('http://a:2379,http://b:2379')
    await expect(review).toContainText('The storage server doesn’t check that etcd is reachable.')
    await expect(review.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription('Type the name first.')
    await review.getByRole('textbox').fill('etcd')
    await review.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The configuration of Etcd was saved. It takes effect after a restart.')).toBeVisible()
    expect(sent).toEqual([
      {
        key_values: [{ key: 'endpoints', value: 'http://a:2379,http://b:2379' }],
        resets: [],
        replaces: [{ key: 'endpoints', value: '' }],
      },
    ])
    // An earlier value and an import store it, too.
    const lines = [
      { section: 'etcd', target: '', key_values: [{ key: 'endpoints', value: 'http://c:2379', secret: false }] },
    ]
    await page.route('**/api/v1/config-history', (route) =>
      route.fulfill({ json: { changes: [{ id: 'x', createdAt: '2026-01-01T00:00:00.000Z', lines }] } }),
    )
    await visit(page, '/settings?tab=history')
    await page.getByRole('button', { name: /^Restore/ }).click()
    const restore = page.getByRole('dialog', { name: 'Restore this change' })
    await expect(restore).toContainText('The storage server doesn’t check that etcd is reachable.')
    await expect(restore.getByRole('button', { name: 'Restore' })).toHaveAccessibleDescription('Type the name first.')
    const change = { key: 'endpoints', change: 'change', secret: false, before: '', after: 'http://c:2379' }
    const entries = [{ section: 'etcd', target: '', change: 'change', line: 1, keys: [change] }]
    await page.route('**/api/v1/configs/import/preview', (route) =>
      route.fulfill({ json: { entries, problems: [], unchanged: 0, pending: [], fingerprint: 'x' } }),
    )
    await visit(page, '/settings?tab=import')
    const buffer = Buffer.from('etcd endpoints=http://c:2379')
    await page.getByLabel('Configuration file').setInputFiles({ name: 'server.txt', mimeType: 'text/plain', buffer })
    await page.getByRole('button', { name: 'Import configuration' }).click()
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Import configuration' }),
    ).toHaveAccessibleDescription('Type the name first.')
  })
})
