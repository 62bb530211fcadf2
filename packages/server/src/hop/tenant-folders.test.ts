import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeOldTenantFolders, tenantFolder } from './tenant-folders.ts'

const DAY_MS = 24 * 3_600_000

test('removes the folder of a tenant 14 days after its last sample', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tenant-folders-'))
  const now = Date.now()
  await removeOldTenantFolders(data, now)
  const days = { recent: 1, old: 15, 'old-but-written': 15 }
  for (const [name, age] of Object.entries(days)) {
    const folder = tenantFolder(data, name)
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'metrics.sqlite')
    writeFileSync(file, '')
    const seconds = (now - age * DAY_MS) / 1000
    if (name !== 'old-but-written') utimesSync(file, seconds, seconds)
    utimesSync(folder, seconds, seconds)
  }
  await removeOldTenantFolders(data, now)
  const left = Object.keys(days).filter((name) => existsSync(tenantFolder(data, name)))
  expect(left).toEqual(['recent', 'old-but-written'])
  rmSync(data, { recursive: true })
})
