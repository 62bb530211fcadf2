/** Operator mode, on a platform whose tenants are objects only, and on the real API server. */
import { readFile } from 'node:fs/promises'
import { NAMESPACES, PERSISTENT_VOLUME_CLAIMS, TENANTS } from '@cooperage/kube-client'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect } from '../src/journey.ts'
import { tenantOf, test, toggle } from '../src/operator.ts'

test('a tenant is created through all steps, edited, expanded and deleted', { tag: '@scaled' }, async ({
  page,
  cluster,
  signInToCluster,
  provokes,
}) => {
  // YAML that is refused, a new namespace, a tenant without license and without usage, and a conflict.
  provokes(400, 404, 409, 503)
  const url = await signInToCluster()
  await expect(page).toHaveTitle('Tenants · Cooperage Operator')
  await expect(page.getByText('No tenants')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Create Tenant' }).click()
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await expect(page.getByRole('link', { name: 'Back To Tenants List' })).toBeVisible()
  await page.getByLabel('Tenant name').fill('No')
  await expect(page.getByText("Name only can contain lowercase letters, numbers and '-'. Min. Length: 3")).toBeVisible()
  await page.getByLabel('Tenant name').fill('photos')
  await page.getByLabel('Namespace').fill('team-a')
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Create namespace team-a' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.getByLabel('Storage Class')).toHaveValue('directpv-min-io')
  await page.getByLabel('Storage Class').selectOption('standard')
  await toggle(page, 'Advanced mode')
  const steps = ['Configure', 'Pod Affinity', 'Identity Provider', 'Security', 'Encryption', 'Tenant Size']
  for (const step of steps) {
    await next.click()
    await expect(page.getByRole('heading', { name: step, exact: true })).toBeVisible()
  }
  await expect(page.getByLabel('Erasure code parity')).toHaveValue('EC:2')
  await page.getByLabel('Memory per Node').fill('64')
  await expect(page.getByText('The requested memory is greater than the max available memory')).toBeVisible()
  await page.getByLabel('Memory per Node').fill('2')
  await expect(page.getByText('Usable capacity')).toBeVisible()
  await next.click()
  await expect(page.getByText('4 servers with 1 drive of 25.0 GiB')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const created = page.getByRole('dialog', { name: 'Tenant created' })
  await expect(created.getByText(/^[a-zA-Z0-9]{32}$/)).toBeVisible()
  await created.getByRole('button', { name: 'Done' }).click()

  // Someone else's tenant appears without a refresh: this page watches the cluster.
  await cluster.admin.create(NAMESPACES, { metadata: { name: 'team-b' } })
  await cluster.admin.create(TENANTS, tenantOf('team-b', 'videos'))
  await expect(page.getByRole('row', { name: /videos/ })).toBeVisible({ timeout: 3_000 })
  await cluster.admin.remove(TENANTS, { namespace: 'team-b', name: 'videos' })
  await expect(page.getByRole('row', { name: /videos/ })).toBeHidden({ timeout: 3_000 })
  for (const column of ['Name', 'Namespace', 'Capacity', '# of Pools', 'State']) {
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  }
  await page.getByRole('row', { name: /photos/ }).click()
  await expect(page).toHaveURL(/\/namespaces\/team-a\/tenants\/photos\/summary$/)
  await expect(page.getByText('Exposed, no address yet').first()).toBeVisible()
  // What the operator measured, where there is one.
  const usage = cluster.kind === 'platform' ? 'unable to get tenant usage' : 'Can’t reach the storage of tenant photos'
  await expect(page.getByText(usage)).toBeVisible()
  await expectAccessible(page)

  const place = { namespace: 'team-a', name: 'photos' }
  await cluster.admin.patch(TENANTS, place, { metadata: { labels: { team: 'a' } } })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit YAML' }).click()
  const editor = page.getByRole('textbox', { name: 'Tenant as YAML' })
  const yaml = page.getByRole('dialog', { name: 'Edit YAML of photos' })
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('bogus: true\n')
  await expect(yaml.getByRole('button', { name: /Line \d+ unknown field "bogus"/ })).toBeVisible()
  await yaml.getByRole('button', { name: 'Save' }).click()
  await expect(yaml.getByText('This YAML can’t be saved: line')).toBeInViewport()
  await editor.focus()
  await page.keyboard.press('ControlOrMeta+Z')
  await page.keyboard.insertText('# reviewed\n')
  await expect(yaml.getByText('1 line changed')).toBeVisible()
  await expect(yaml.getByRole('region', { name: 'What saving changes' }).getByText('# reviewed')).toBeVisible()
  await expect(yaml.getByRole('button', { name: /unknown field/ })).toBeHidden()
  const loaded = await page.request.get(`${url}/api/v1/namespaces/team-a/tenants/photos/yaml`)
  await cluster.admin.patch(TENANTS, place, { metadata: { labels: { team: 'theirs' } } })
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(((await loaded.json()) as { yaml: string }).yaml.replace('team: a', 'team: mine'))
  await yaml.getByRole('button', { name: 'Save' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge changes to photos' })
  await expect(merge.getByRole('radio', { name: 'Your version' })).toBeFocused()
  const theirs = merge.getByRole('radio', { name: 'Current version' })
  await expect(theirs).toHaveAccessibleDescription('    team: theirs')
  const use = merge.getByRole('button', { name: 'Use these lines' })
  await expect(use).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(yaml.getByRole('region', { name: 'What saving changes' }).getByText('team: theirs')).toBeVisible()
  await yaml.getByRole('button', { name: 'Save' }).click()
  await expect(yaml).toBeHidden()
  expect((await cluster.admin.get(TENANTS, place)).metadata.labels).toEqual({ team: 'mine' })

  const tabs = page.getByRole('navigation', { name: 'Tenant pages' })
  await tabs.getByRole('link', { name: 'Pools' }).click()
  await page.getByRole('button', { name: 'Expand Tenant' }).click()
  const pool = page.getByRole('dialog', { name: 'Add Pool' })
  await pool.getByLabel('Number of servers').fill('0')
  await expect(pool.getByText('Enter a whole number of at least 1')).toBeVisible()
  await pool.getByLabel('Number of servers').fill('4')
  await expect(pool.getByLabel('Storage Class').getByRole('option')).toHaveText([
    'Default class of the cluster',
    'directpv-min-io',
    'standard',
  ])
  await pool.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /pool-1/ })).toBeVisible()
  await tabs.getByRole('link', { name: 'Pods' }).click()
  await page.getByRole('row', { name: /photos-pool-1-3/ }).click()
  await page.getByRole('link', { name: 'Logs' }).click()
  await page.getByLabel('Highlight Line').fill(cluster.kind === 'platform' ? 'SIMULATED' : 'log of minio')
  await expect(page.locator('[data-highlighted]').first()).toBeVisible()

  await page.getByRole('link', { name: 'photos', exact: true }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const removal = page.getByRole('dialog', { name: 'Delete Tenant' })
  await expect(removal.getByText('Its 8 volumes will be kept in namespace team-a with all data:')).toBeVisible()
  const withVolumes = removal.getByRole('switch', { name: 'Also delete the volumes and all data in them' })
  await withVolumes.click({ force: true })
  await expect(removal.getByText('Its 8 volumes in namespace team-a will be deleted with all data:')).toBeVisible()
  await withVolumes.click({ force: true })
  await removal.getByLabel('Tenant name').fill('photo-')
  await expect(removal.getByText('Tenant name is incorrect')).toBeVisible()
  await removal.getByLabel('Tenant name').fill('photos')
  await removal.getByRole('button', { name: 'Delete' }).click()

  const left = page.getByRole('dialog', { name: 'Remaining resources of photos' })
  await expect(left.getByRole('region', { name: 'Volumes with data' }).getByRole('listitem')).toHaveCount(8)
  await left.getByLabel('Tenant name').fill('photos')
  await left.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No tenants')).toBeVisible()
  // A cluster may keep claims until no pod uses them.
  const keptClaims = async () => {
    const claims = await Array.fromAsync(cluster.admin.listAll(PERSISTENT_VOLUME_CLAIMS, { namespace: 'team-a' }))
    return claims.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  }
  await expect.poll(keptClaims).toEqual([])
})

test('drives are formatted after the text is typed, and failures can be downloaded', { tag: '@scaled' }, async ({
  page,
  signInToCluster,
  provokes,
}) => {
  // A cluster that doesn't manage its drives.
  provokes(404)
  const url = await signInToCluster()
  await page.goto(`${url}/storage/elsewhere`)
  await expect(page).toHaveURL(`${url}/storage/volumes`)
  await expect(page.getByRole('searchbox', { name: 'Search PVC' })).toBeVisible()
  await expect(page.getByText('No volumes')).toBeVisible()
  const missing = { status: 404, json: { code: 'DrivesNotManaged', message: 'No drives are managed.' } }
  await page.route('**/direct-csi/drives', (route) => route.fulfill(missing))
  await page.getByRole('link', { name: 'Drives' }).click()
  await expect(page.getByText('install DirectPV, the successor of direct-csi')).toBeVisible()
  await expect(page.getByRole('link', { name: 'DirectPV documentation' })).toBeVisible()
  const all = page.getByRole('button', { name: 'Format All Drives' })
  const selected = page.getByRole('button', { name: 'Format Selected Drives' })
  await expect(all).toHaveAttribute('aria-disabled', 'true')
  await page.unroute('**/direct-csi/drives')
  await page.getByRole('button', { name: 'Refresh' }).last().click()
  await expect(page.getByText('20 drives')).toBeVisible()
  await expectAccessible(page)
  for (const column of ['Drive', 'Capacity', 'Allocated', 'Volumes', 'Node', 'Status']) {
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  }
  await page.getByRole('searchbox', { name: 'Search Drives' }).fill('vdb')
  await expect(page.getByText('4 drives')).toBeVisible()
  await expect(selected, 'before a drive is selected').toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await selected.click()
  const some = page.getByRole('dialog', { name: 'Format Drives' })
  await expect(some.getByText('4 drives:')).toBeVisible()
  await expect(some.getByText('Force Format')).toBeVisible()
  await some.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('searchbox', { name: 'Search Drives' }).fill('')
  await expect(page.getByText('20 drives')).toBeVisible()
  await page.getByRole('button', { name: 'Format All Drives' }).click()
  const format = page.getByRole('dialog', { name: 'Format All Drives' })
  const submit = format.getByRole('button', { name: 'Format Drives' })
  await expect(format.getByText('YES, PROCEED')).toBeVisible()
  await format.getByLabel('Confirmation').fill('yes, proceed')
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await format.getByLabel('Confirmation').fill('YES, PROCEED')
  await submit.click()
  const issues = page.getByRole('dialog', { name: 'Format Errors' })
  await expect(
    issues.getByText(
      'There were some issues trying to format the selected CSI Drives, please fix the issues and try again.',
    ),
  ).toBeVisible()
  const saved = page.waitForEvent('download')
  await issues.getByRole('button', { name: 'Download' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('csiFormatErrors.json')
  expect(await readFile(await file.path(), 'utf8')).toContain('cannot write to /dev/vde')
  await issues.getByRole('button', { name: 'Done' }).click()
  await expect(issues).toBeHidden()
})
