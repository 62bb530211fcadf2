import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../workspace.mjs'
import { packageOf, releasedPackages } from './bundled-packages.ts'
import { licenceText } from './licences.ts'
import { billOfMaterials, componentsOf, noticedIn, notices, packagesInCode } from './materials.ts'

const folder = mkdtempSync(join(tmpdir(), 'cooperage-materials-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the licences and the bill list each package whose code is in the command, and what lmdb needs', () => {
  const [dist, list] = [join(folder, 'dist'), join(folder, 'packages.json')]
  const build = join(ROOT, 'packages/cli/build/build-command.ts')
  const { status, stderr } = spawnSync(process.execPath, [build, dist, list], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const packages = releasedPackages(list)
  const inCode = packagesInCode(dist)
  // Tools of the tests depend on some of them too, which npm therefore takes for those of the tests.
  for (const name of ['yaml', 'pg-protocol', 'pg-types', 'postgres-array', 'xtend']) expect(inCode).toContain(name)
  const expected = [...inCode, 'lmdb', 'msgpackr', 'detect-libc', '@lmdb/lmdb-linux-x64', '@lmdb/lmdb-linux-arm64']
  const noticed = noticedIn(notices(ROOT, packages))
  expect(expected.filter((name) => !noticed.has(name))).toEqual([])
  expect(componentsOf(billOfMaterials(0, packages))).toEqual(noticed)
})

test('a package that only names its licence gets the text of it, with its own copyright line', () => {
  const place = join(folder, 'without-text')
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{ "author": { "name": "Ada", "email": "ada@example.com" } }')
  const isc = licenceText(place, 'ISC')
  expect(isc).toContain('Copyright (c) Ada <ada@example.com>\n\nPermission to use, copy')
  expect(isc).not.toContain('Internet Systems Consortium, Inc.')
  expect(licenceText(place, '(MIT OR Apache-2.0)')).toMatch(/^MIT License\n\nCopyright \(c\) Ada/)
  expect(() => licenceText(place, undefined)).toThrow('its manifest names no licence')
  writeFileSync(join(place, 'package.json'), '{ "name": "x" }')
  expect(licenceText(place, 'MIT')).toContain('Copyright (c) the authors of x\n')
  expect(licenceText(place, 'MIT', join(ROOT, 'node_modules/lmdb'))).toContain('Copyright (c) 2014 Timur')
})

test('a binary of lmdb has the licences of what it is compiled from, also one for another platform', () => {
  const text = notices(ROOT, new Set(['node_modules/@lmdb/lmdb-linux-arm64']))
  expect(text).toContain('The OpenLDAP Public License')
  expect(text).toContain('LZ4')
})

test('a module is of the innermost package that it is in, and ours is of none', () => {
  const at = (path: string) => packageOf(join(ROOT, path))
  expect(at('packages/server/src/main.ts')).toBeUndefined()
  expect(at('node_modules/ajv/node_modules/fast-uri/index.js')).toBe('node_modules/ajv/node_modules/fast-uri')
  expect(at('node_modules/@mantine/core/esm/x.mjs?v=1')).toBe('node_modules/@mantine/core')
  expect(packageOf(`\0${join(ROOT, 'node_modules/ms/index.js')}?commonjs`)).toBe('node_modules/ms')
  expect(packageOf('\0vite/preload-helper.js')).toBe('node_modules/vite')
  expect(packageOf('\0node:http')).toBeUndefined()
})
