/** `test` with a console in operator mode, on a platform whose tenants are objects only. */
import type { Tenant } from '@cooperage/kube-client'
import { type PlatformCluster, startPlatformCluster } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expect, test as journey } from './journey.ts'

interface Operator {
  cluster: PlatformCluster
  /** Starts a console, and signs in through the form as the administrator of the cluster. Returns its address. */
  signInToCluster: (env?: Record<string, string>) => Promise<string>
}

export const test = journey.extend<Operator>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
  cluster: async ({}, use) => {
    const cluster = await startPlatformCluster()
    await use(cluster)
    await cluster.stop()
  },
  signInToCluster: async ({ cluster, ownConsole, page }, use) => {
    await use(async (more = {}) => {
      const env = { COOPERAGE_MODE: 'operator', COOPERAGE_KUBERNETES_URL: cluster.server.url.href, ...more }
      const { url } = await ownConsole({ env })
      await page.goto(`${url}/login`)
      await expect(page.getByRole('heading', { name: 'Operator Login' })).toBeVisible()
      await page.getByLabel('JWT', { exact: true }).fill(cluster.adminToken)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible()
      return url
    })
  },
})

export const toggle = (page: Page, name: string) =>
  page.getByRole('switch', { name: new RegExp(`^${name}`) }).click({ force: true })

/** A small tenant, as an administrator makes it with other tools. */
export function tenantOf(namespace: string, name: string): Tenant {
  const requests = { storage: '1Gi' }
  const volumeClaimTemplate = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests } } }
  return {
    metadata: { namespace, name },
    spec: {
      image: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
      configuration: { name: `${name}-env-configuration` },
      pools: [{ name: 'pool-0', servers: 4, volumesPerServer: 1, volumeClaimTemplate }],
    },
  }
}
