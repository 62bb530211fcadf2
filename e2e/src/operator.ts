/**
 * `test` with a console in operator mode, on a platform whose tenants are objects only. In `npm run test:long`, those with the
 * tag `@scaled` run on the real API server, where a stand-in does the work of the operator.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tenant } from '@cooperage/kube-client'
import {
  type Cluster,
  missingProgram,
  type Rights,
  startOperatedCluster,
  startPlatformCluster,
  tempFolder,
} from '@cooperage/testkit'
import type { Page, TestInfo } from '@playwright/test'
import { parse } from 'yaml'
import { expect, test as journey } from './journey.ts'
import { SCALE } from './scale.ts'

interface Operator {
  cluster: Cluster
  /** Starts a console, and signs in through the form, by default as the administrator of the cluster. Returns its address. */
  signInToCluster: (env?: Record<string, string>, token?: string) => Promise<string>
}

export const test = journey.extend<Operator>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
  cluster: async ({}, use, info) => {
    const cluster = await startCluster(info)
    await use(cluster)
    await cluster.stop()
  },
  signInToCluster: async ({ cluster, ownConsole, page }, use) => {
    const folder = tempFolder('authority')
    await use(async (more = {}, token = cluster.adminToken) => {
      const { url } = await ownConsole({ env: { ...settingsFor(cluster, folder.path), ...more } })
      await page.goto(`${url}/login`)
      await expect(page.getByRole('heading', { name: 'Operator Login' })).toBeVisible()
      await page.getByLabel('JWT', { exact: true }).fill(token)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Tenants', level: 1 })).toBeVisible()
      return url
    })
    folder.remove()
  },
})

async function startCluster(info: TestInfo): Promise<Cluster> {
  return SCALE === 1 ? await startPlatformCluster() : await startRealCluster(info)
}

/** The settings of a console for a cluster, whose authority is written to a folder. */
export function settingsFor({ server: { url, ca } }: Cluster, folder: string): Record<string, string> {
  const settings = { COOPERAGE_MODE: 'operator', COOPERAGE_KUBERNETES_URL: url.href }
  if (ca === undefined) return settings
  const file = join(folder, 'ca.crt')
  writeFileSync(file, ca)
  return { ...settings, COOPERAGE_KUBERNETES_CA_FILE: file }
}

/** Skips the journey if it isn't built. */
export async function startRealCluster(info: TestInfo): Promise<Cluster> {
  const missing = missingProgram('kube-rig')
  info.skip(missing !== undefined, missing)
  // It starts etcd, the API server and controllers.
  info.setTimeout(info.timeout + 120_000)
  return await startOperatedCluster('current')
}

export const toggle = (page: Page, name: string) =>
  page.getByRole('switch', { name: new RegExp(`^${name}`) }).click({ force: true })

interface Role {
  rules: { apiGroups: string[]; resources: string[]; verbs: string[]; resourceNames?: string[] }[]
}

/** What a role of `deploy/` permits those that it is bound to in one namespace. */
export function shippedRights(name: string, namespace: string): Rights[] {
  const file = join(import.meta.dirname, `../../deploy/helm/cooperage/roles/${name}.yaml`)
  const { rules } = parse(readFileSync(file, 'utf8')) as Role
  return rules.map(({ apiGroups, ...rule }) => ({ namespace, groups: apiGroups, ...rule }))
}

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
