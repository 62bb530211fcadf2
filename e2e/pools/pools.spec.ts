import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('a server with one drive has no menu item for pools, and the address explains why', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/pools')
  await expect(page.getByText(text('pools:notOffered'))).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Pools' })).toHaveCount(0)
  await expectAccessible(page)
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What no machine of ours has: an answer made up for this test. */
function syntheticCluster(nodes: number, drivesOfNode: number) {
  const drives = Array.from({ length: nodes * drivesOfNode }, (_, index) => ({
    node: `node${Math.floor(index / drivesOfNode) + 1}.example.net:9000`,
    path: `/mnt/drive${(index % drivesOfNode) + 1}`,
    state: index === 500 ? 'faulty' : 'ok',
    isHealing: index === 700,
    totalBytes: 1e13,
    usedBytes: index === 30 ? 9.5e12 : 4e12,
    freeBytes: 5e12,
    pool: index < (nodes * drivesOfNode) / 2 ? 0 : 1,
    set: Math.floor(index / 16),
    latencyMs: index === 900 ? 120 : 2,
    calls: 60,
  }))
  const offline = (index: number) => (index === 7 ? 'offline' : 'online')
  return {
    parity: 4,
    nodes: Array.from({ length: nodes }, (_, index) => ({
      endpoint: `node${index + 1}.example.net:9000`,
      state: offline(index),
      version: index === 3 ? '2026-01-01T00:00:00Z' : '2026-02-02T00:00:00Z',
    })),
    items: drives,
  }
}

test('a synthetic cluster of 1,024 drives on 32 nodes is drawn without a pause', async ({ page, signIn, provokes }) => {
  provokes(501)
  await page.route('**/api/v1/session', async (route) => {
    const response = await route.fetch()
    const session = (await response.json()) as { features: string[] }
    await route.fulfill({ response, json: { ...session, features: [...session.features, 'heal'] } })
  })
  await page.route('**/api/v1/admin/pools/drives', (route) => route.fulfill({ json: syntheticCluster(32, 32) }))
  await signIn()
  await page.goto('/pools')
  const map = region(page, 'Pool 2').getByRole('img')
  await expect(map).toHaveAccessibleName('Drives of Pool 2: 1 Healing, 1 Slow, 510 OK')
  await expect(region(page, 'Pool 1').getByRole('img')).toHaveAccessibleName(
    'Drives of Pool 1: 1 Failed, 1 Nearly full, 510 OK',
  )
  await expect(
    page.getByText(text('pools:offlineNode', { node: 'node8.example.net:9000', state: 'offline' })),
  ).toBeVisible()
  const versions = '2026-02-02T00:00:00Z (31), 2026-01-01T00:00:00Z (1)'
  await expect(page.getByText(text('pools:mixedVersions', { versions }))).toBeVisible()
  await expectAccessible(page)
  const least = await page.evaluate(`(async () => {
    const select = document.querySelector('select')
    const longestTaskOf = (value) => new Promise((resolve) => {
      const tasks = [0]
      const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
      observer.observe({ entryTypes: ['longtask'] })
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(select, value)
      select.dispatchEvent(new Event('change', { bubbles: true }))
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
        observer.disconnect()
        resolve(Math.max(...tasks))
      }, 0)))
    })
    const initial = select.value
    const longest = []
    for (let times = 0; times < 10; times++) {
      if (times > 0) await longestTaskOf(initial)
      longest.push(await longestTaskOf('node'))
    }
    return Math.min(...longest)
  })()`)
  await expect(map.getByText('node17.example.net:9000')).toBeAttached()
  // The least of ten, because other processes of a busy machine interrupt a task.
  expect(least).toBeLessThan(250)
})
