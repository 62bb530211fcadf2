import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { limitTenantFolders, type OpenFolder, removeOldTenantFolders, tenantFolder } from './tenant-folders.ts'

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

test('limits all folders together, by deleting those that were visited least recently and are closed', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tenant-folders-'))
  const seconds = Date.now() / 1000
  const names = ['open-oldest', 'oldest', 'older', 'newer', 'newest']
  for (const [index, name] of names.entries()) {
    const folder = tenantFolder(data, name)
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'metrics.sqlite')
    writeFileSync(file, Buffer.alloc(1_000_000))
    utimesSync(file, seconds - 100 + index, seconds - 100 + index)
    utimesSync(folder, seconds - 200, seconds - 200)
  }
  const left = () => names.filter((name) => existsSync(tenantFolder(data, name)))
  const removed: string[] = []
  const open = (name: string, isInUse: boolean, usedAt: number): [string, OpenFolder] => [
    name,
    { isInUse, usedAt, remove: async () => void removed.push(name) },
  ]
  const isOpen = new Map([open('open-oldest', true, 1)])
  await limitTenantFolders(data, isOpen)
  expect(left()).toEqual(names)
  await limitTenantFolders(data, isOpen, 3_500_000)
  expect(left()).toEqual(['open-oldest', 'newer', 'newest'])
  expect(removed).toEqual([])
  // Those of open tenants too, before they fill the volume.
  const allOpen = new Map([open('newer', true, 3), open('open-oldest', false, 2), open('newest', false, 1)])
  await limitTenantFolders(data, allOpen, 500_000)
  expect(removed).toEqual(['newest', 'open-oldest', 'newer'])
  rmSync(data, { recursive: true })
})
