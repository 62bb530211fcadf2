import { KubeError, type Tenant } from '@cooperage/kube-client'
import { expect, test } from 'vitest'
import { refusedFields } from '../../tenants/index.ts'
import { mergeTenantYaml, readTenantYaml, tenantYamlLines, tenantYamlParts, writeTenantYaml } from './tenant-yaml.ts'
import { YamlError } from './yaml-document.ts'

const PLACE = { namespace: 'team-a', tenant: 'photos' }
const read = (text: string) => readTenantYaml(text, PLACE)

test('reads spec and metadata, with or without a kind', () => {
  expect(read('metadata:\n  labels: {a: b}\nspec:\n  pools: []\n')).toMatchObject({
    metadata: { labels: { a: 'b' } },
    spec: { pools: [] },
  })
  const whole = 'apiVersion: minio.min.io/v2\nkind: Tenant\nmetadata: {name: photos, namespace: team-a}\nspec: {}\n'
  expect(read(whole).spec).toEqual({})
})

test.each([
  ['spec:\n  a: [b', 2, 'Flow sequence'],
  ['- a', 1, 'no fields'],
  ['spec: {}\nkind: Secret', 2, 'its kind is Secret, not Tenant'],
  ['apiVersion: v1\nspec: {}', 1, 'its apiVersion is v1'],
  ['metadata:\n  name: videos\nspec: {}', 2, 'a tenant can’t be renamed: its name is photos'],
  ['metadata:\n  namespace: team-b\nspec: {}', 2, 'a tenant can’t be moved: its namespace is team-a'],
  ['spec: {}\nspecs: {}', 2, 'unknown field "specs"'],
  ['metadata: {}', 1, 'no spec'],
  ['metadata: []\nspec: {}', 1, 'metadata must have fields'],
  ['a: &a [x, x]\nb: [*a, *a]\nspec: {}', 2, 'anchors and aliases aren’t supported'],
  ['spec: {}\nkind: Tenant\nspec: {}', 3, 'spec is there twice'],
  ['spec: {}\n---\nspec: {}', 2, 'a second document'],
])('refuses %j at its line', (yaml, line, message) => {
  let refusal: unknown
  try {
    read(yaml)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(YamlError)
  expect((refusal as YamlError).findings[0]).toEqual({ line, message: expect.stringContaining(message) })
})

test('finds the line of what the API server refuses', () => {
  const text =
    'metadata:\n  annotations:\n    a.b/c: d\nspec:\n  bogus: 1\n  pools:\n    - name: pool-0\n      servers: 5\n'
  const linesOf = (error: KubeError) => {
    const fields = refusedFields(error)?.map(({ field }) => field) ?? []
    return tenantYamlLines(text, PLACE, fields)
  }
  const strict = new KubeError(
    'BadRequest',
    'strict decoding error: unknown field "spec.bogus", unknown field "spec.pools[0].size"',
  )
  expect(refusedFields(strict)?.map(({ message }) => message)).toEqual([
    'unknown field "spec.bogus"',
    'unknown field "spec.pools[0].size"',
  ])
  expect(linesOf(strict)).toEqual([5, 7])
  const causes = [
    { field: 'spec.pools[0].servers', message: 'servers is immutable', reason: '' },
    { field: 'metadata.annotations.a.b/c', message: 'wrong', reason: '' },
  ]
  const invalid = new KubeError('Invalid', 'invalid', { causes })
  expect(refusedFields(invalid)?.map(({ message }) => message)).toEqual([
    'spec.pools[0].servers: servers is immutable',
    'metadata.annotations.a.b/c: wrong',
  ])
  expect(linesOf(invalid)).toEqual([8, 3])
  expect(refusedFields(new KubeError('Conflict', 'changed'))).toBeUndefined()
})

test('reports the first mistake, not the lines that it makes unreadable', () => {
  const text = `spec:\n  image: "a\n${'  b: c\n'.repeat(30)}`
  expect(tenantYamlParts(text, PLACE)).toEqual({
    findings: [{ line: expect.any(Number), message: expect.any(String) }],
  })
})

const TENANT: Tenant = {
  metadata: { name: 'photos', namespace: 'team-a', resourceVersion: '1', labels: { team: 'a' } },
  spec: { image: 'a/b:1', pools: [] },
  status: { currentState: 'Initialized' },
}
const BASE = writeTenantYaml(TENANT)
const merge = (edited: string, tenant: Tenant) => mergeTenantYaml({ base: BASE, edited }, tenant, PLACE)

test('a change of the status or the version is not in the way of an edit', () => {
  const edited = BASE.replace('a/b:1', 'a/b:2')
  const metadata = { ...TENANT.metadata, resourceVersion: '2', generation: 4 }
  expect(merge(edited, { ...TENANT, metadata, status: { currentState: 'Restarting' } })).toEqual({
    current: BASE,
    parts: [{ lines: edited.split('\n') }],
  })
})

test('edits of different lines are merged, and of the same lines left to a person', () => {
  const metadata = { ...TENANT.metadata, labels: { team: 'b' } }
  const labelled = { ...TENANT, metadata }
  expect(merge(BASE.replace('a/b:1', 'a/b:2'), labelled)).toEqual({
    current: BASE.replace('team: a', 'team: b'),
    parts: [{ lines: BASE.replace('a/b:1', 'a/b:2').replace('team: a', 'team: b').split('\n') }],
  })
  expect(merge(BASE.replace('team: a', 'team: b'), labelled)).toMatchObject({ parts: [{ lines: expect.anything() }] })
  expect(merge(BASE.replace('team: a', 'team: c'), labelled)).toMatchObject({
    parts: [
      { lines: expect.anything() },
      { edited: ['    team: c'], base: ['    team: a'], current: ['    team: b'] },
      { lines: expect.anything() },
    ],
  })
  expect(mergeTenantYaml({ base: '- a', edited: BASE }, TENANT, PLACE)).toEqual({
    findings: [{ line: 1, message: 'it has no fields' }],
  })
})

test('returns what it reads, or what is wrong with it, as plain data', () => {
  expect(tenantYamlParts('spec: {a: 1}', PLACE)).toEqual({ metadata: {}, spec: { a: 1 } })
  expect(tenantYamlParts('- a', PLACE)).toEqual({ findings: [{ line: 1, message: 'it has no fields' }] })
})

test.each(['[', '{a: ', '- ', '? '])('rejects a megabyte of %j immediately', (opening) => {
  const before = process.threadCpuUsage()
  expect(() => read(`spec:\n${opening.repeat(1024 * 256)}`)).toThrow('more than 200 levels')
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000)
})

test('reads a megabyte of fields without comparing each with all others', () => {
  const annotations = Array.from({ length: 28_000 }, (_, index) => `    key${index}: value number ${index}`)
  const before = process.threadCpuUsage()
  const { metadata } = read(`metadata:\n  annotations:\n${annotations.join('\n')}\nspec: {}\n`)
  expect(Object.keys(metadata.annotations ?? {})).toHaveLength(28_000)
  // Comparing takes eight seconds.
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(4_000)
})
