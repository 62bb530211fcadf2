import { expect, test } from 'vitest'
import { readYaml } from './yaml.routes.ts'

test('reads spec and metadata, with or without a kind', () => {
  expect(readYaml('metadata:\n  labels: {a: b}\nspec:\n  pools: []\n')).toEqual({
    metadata: { labels: { a: 'b' } },
    spec: { pools: [] },
  })
  expect(readYaml('apiVersion: minio.min.io/v2\nkind: Tenant\nspec: {}\n').spec).toEqual({})
})

test.each([
  ['a: [b', 'This YAML can’t be saved'],
  ['- a', 'no fields'],
  ['kind: Secret\nspec: {}', 'its kind is Secret'],
  ['apiVersion: v1\nspec: {}', 'its apiVersion is v1'],
  ['metadata: {}', 'no spec'],
  ['metadata: []\nspec: {}', 'metadata'],
  ['a: &a [x, x]\nb: [*a, *a]\nspec: {}', 'aliases'],
  ['spec: {}\nspec: {}', 'unique'],
])('refuses %j', (yaml, reason) => {
  expect(() => readYaml(yaml)).toThrow(reason)
})
