import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../workspace.mjs'
import { readAudit } from './audit.ts'
import { lockedPackages } from './bundled-packages.ts'

const PACKAGES = new Set(['node_modules/yaml', 'node_modules/pg'])

test('vulnerabilities of what is bundled stop a release, those of tools don’t', () => {
  const advisory = { title: 'Stack overflow', url: 'https://example.com/GHSA-1' }
  const report = {
    vulnerabilities: {
      yaml: { severity: 'high', via: [advisory], nodes: ['node_modules/yaml'] },
      pg: { severity: 'low', via: ['yaml'], nodes: ['node_modules/x/node_modules/pg', 'node_modules/pg'] },
      vitest: { severity: 'critical', via: [advisory], nodes: ['node_modules/vitest'] },
    },
  }
  expect(readAudit(JSON.stringify(report), PACKAGES)).toEqual([
    'yaml (high): Stack overflow https://example.com/GHSA-1',
    'pg (low): through yaml',
  ])
  expect(readAudit('{ "vulnerabilities": {} }', PACKAGES)).toEqual([])
})

test('a registry that doesn’t answer isn’t taken for one that knows none', () => {
  expect(readAudit('{ "message": "405 Method Not Allowed", "error": {} }', PACKAGES)).toBeUndefined()
  expect(readAudit('', PACKAGES)).toBeUndefined()
})

test('SECURITY.md names each dependency that has an install script', () => {
  const files = globSync('{package-lock.json,docs/*/package-lock.json}', { cwd: ROOT })
  const found = files.flatMap((file) =>
    Object.entries(lockedPackages(join(ROOT, dirname(file))))
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1)),
  )
  const [, text = ''] = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').split('## Scripts of packages')
  expect(files).toContain('docs/site/package-lock.json')
  expect(Array.from(text.matchAll(/^\| `([^`]+)` \|/gm), ([, name]) => name).sort()).toEqual([...new Set(found)].sort())
})
