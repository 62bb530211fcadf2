/** What users with few rights in the cluster see: what can't be read is unknown, and what isn't permitted is disabled. */
import { NAMESPACES, TENANTS } from '@cooperage/kube-client'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, visit } from '../src/journey.ts'
import { shippedRights, tenantOf, test } from '../src/operator.ts'

test('an administrator of one namespace creates a tenant, and a viewer is told what isn’t permitted', {
  tag: '@scaled',
}, async ({ page, cluster, signInToCluster, provokes }) => {
  // What may not be read, a tenant without usage, and a console without a license.
  provokes(403, 404, 503)
  for (const name of ['team-a', 'team-b']) await cluster.admin.create(NAMESPACES, { metadata: { name } })
  const denied = (right: string, place: string) =>
    new RegExp(`You don’t have permission to .* \\(${right} on ${place}\\)`)

  await test.step('storage classes and memory that can’t be read are typed', async () => {
    const rights = shippedRights('tenant-administrator', 'team-a')
    await signInToCluster({}, await cluster.account('team-a', 'administrator', rights))
    await page.getByRole('button', { name: 'Create Tenant' }).click()
    await page.getByLabel('Tenant name').fill('photos')
    await page.getByLabel('Namespace').fill('team-a')
    await expect(page.getByText(denied('list storageclasses.storage.k8s.io', 'this cluster'))).toBeVisible()
    const creation = page.getByRole('button', { name: 'Create namespace team-a' })
    await expect(creation).toHaveAccessibleDescription(denied('create namespaces', 'this cluster'))
    await page.getByLabel('Storage Class').fill('standard')
    await expectAccessible(page)
    const next = page.getByRole('button', { name: 'Next', exact: true })
    await next.click()
    await expect(page.getByText(/The memory isn’t checked: .*\(list nodes on this cluster\)/)).toBeVisible()
    await expect(page.getByText('Memory request per server')).toBeVisible()
    await next.click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Tenant created' })).toBeVisible()
    const { spec } = await cluster.admin.get(TENANTS, { namespace: 'team-a', name: 'photos' })
    expect(spec.pools[0]?.volumeClaimTemplate.spec.storageClassName).toBe('standard')
  })

  await test.step('a viewer sees what is unknown, and why controls are disabled', async () => {
    await cluster.admin.create(TENANTS, tenantOf('team-b', 'videos'))
    const rights = [
      { namespace: 'team-b', groups: ['minio.min.io'], resources: ['tenants'], verbs: ['get', 'list', 'watch'] },
      { namespace: 'team-b', groups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] },
    ]
    const url = await signInToCluster({}, await cluster.account('team-b', 'viewer', rights))
    await expect(page.getByRole('button', { name: 'Create Tenant' })).toHaveAccessibleDescription(
      denied('create tenants.minio.min.io', 'this cluster'),
    )
    await page.goto(`${url}/tenants/add`)
    await expect(page).toHaveURL(`${url}/tenants`)
    const deletion = page.getByRole('row', { name: /videos/ }).getByRole('button', { name: /Delete/ })
    await expect(deletion).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('row', { name: /videos/ }).click()
    const patch = denied('patch tenants.minio.min.io', 'namespace team-b')
    await expect(page.getByRole('button', { name: 'Update MinIO Version' })).toHaveAccessibleDescription(patch)
    const features = page.getByRole('region', { name: 'Features' })
    await expect(features.getByText('Unknown')).toHaveCount(4)
    await expect(features.getByText(denied('get secrets', 'namespace team-b'))).toBeVisible()
    // Nothing was reported yet where no operator runs.
    const health = page.getByRole('region', { name: 'Health' })
    if (cluster.kind === 'platform') await expect(health.getByText('Unknown', { exact: true })).toHaveCount(4)
    const details = page.getByRole('region', { name: 'Details' })
    await expect(details.getByText('Unknown')).toHaveCount(2)
    await expect(details.getByText(denied('list services', 'namespace team-b'))).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'More actions' }).click()
    for (const name of ['Edit YAML', 'Delete']) await expect(page.getByRole('menuitem', { name })).toBeDisabled()
    await page.keyboard.press('Escape')

    const tabs = page.getByRole('navigation', { name: 'Tenant pages' })
    await tabs.getByRole('link', { name: 'Pools' }).click()
    await expect(page.getByRole('button', { name: 'Expand Tenant' })).toHaveAccessibleDescription(patch)
    await tabs.getByRole('link', { name: 'License' }).click()
    await expect(page.getByText(denied('get secrets', 'namespace team-b'))).toBeVisible()
    await visit(page, '/license')
    const current = page.getByRole('region', { name: 'Current license' })
    await expect(current.getByText('Unknown')).toBeVisible()
    await expect(current.getByRole('button', { name: 'Activate license' })).toHaveAccessibleDescription(
      denied('get secrets', 'namespace default'),
    )
  })

  await test.step('an outage names the API server', async () => {
    const failure = { status: 503, json: { code: 'ClusterUnreachable', message: 'Can’t reach the API server.' } }
    await page.route('**/api/v1/session', (route) => route.fulfill(failure))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The Kubernetes API server is unavailable' })).toBeVisible()
  })
})
