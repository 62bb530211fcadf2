/** Operator mode: how soon a browser shows the tenants of a large cluster. The cluster runs in the process of the load generator. */
import { NAMESPACES, TENANTS } from '@cooperage/kube-client'
import {
  cleanEnvironment,
  commandLine,
  type PlatformCluster,
  readyAddress,
  startChild,
  startPlatformCluster,
  tempFolder,
} from '@cooperage/testkit'
import { chromium, type Page } from '@playwright/test'
import { requireChromium } from '../../../scripts/chromium.ts'
import type { Options } from '../options.ts'
import { atMost, type Row } from '../result.ts'

const TENANT_COUNT = 500
const FIRST_ROWS_MS = 300

/** In the page: opens the page of tenants by its menu item; resolves with the milliseconds until its first row is drawn. */
const OPEN_TENANTS = `new Promise((resolve) => {
  const startedAt = performance.now()
  document.querySelector('a[href$="/tenants"]').click()
  requestAnimationFrame(function look() {
    const isShown = [...document.querySelectorAll('[role=row]')].some((row) => row.textContent.includes('tenant-000'))
    if (isShown) requestAnimationFrame(() => resolve(performance.now() - startedAt))
    else requestAnimationFrame(look)
  })
})`

export async function measureTenants({ repetitions }: Options): Promise<Row[]> {
  const cluster = await startPlatformCluster()
  const folder = tempFolder('bench-tenants')
  const env = { COOPERAGE_MODE: 'operator', COOPERAGE_KUBERNETES_URL: cluster.server.url.href }
  const child = startChild(process.execPath, [...commandLine(), '--port', '0', '--data', folder.path], {
    env: cleanEnvironment(env),
  })
  try {
    await fill(cluster)
    const url = await readyAddress(child)
    const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage({ baseURL: url })
      await signIn(page, cluster.adminToken)
      const ours: number[] = []
      for (let round = 0; round <= repetitions; round++) {
        // A new document: nothing is cached but files.
        await page.goto('/license')
        await page.getByRole('link', { name: 'Tenants' }).waitFor()
        const ms = Number(await page.evaluate(OPEN_TENANTS))
        if (round > 0) ours.push(ms)
      }
      return [
        {
          what: `tenants page, first rows of ${TENANT_COUNT}`,
          unit: 'ms',
          ours,
          target: atMost(FIRST_ROWS_MS, 'ms'),
        },
      ]
    } finally {
      await browser.close()
    }
  } finally {
    await child.stop()
    await cluster.stop()
    folder.remove()
  }
}

async function fill({ admin }: PlatformCluster): Promise<void> {
  const volumeClaimTemplate = { spec: { resources: { requests: { storage: '1Gi' } } } }
  const pools = [{ name: 'pool-0', servers: 1, volumesPerServer: 1, volumeClaimTemplate }]
  for (let index = 0; index < TENANT_COUNT; index++) {
    const name = `tenant-${String(index).padStart(3, '0')}`
    await admin.create(NAMESPACES, { metadata: { name } })
    await admin.create(TENANTS, { metadata: { namespace: name, name }, spec: { pools } })
  }
}

async function signIn(page: Page, token: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('JWT', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { name: 'Tenants', level: 1 }).waitFor()
}
