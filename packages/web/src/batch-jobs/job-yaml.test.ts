import { expect, test } from 'vitest'
import { formProblem, isEndpoint, type JobForm, jobYaml, NEW_JOB } from './job-yaml.ts'

const set = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^ *#/.test(line))
    .join('\n')

const REPLICATE: JobForm = {
  ...NEW_JOB,
  bucket: 'photos',
  prefix: 'a/"b"',
  endpoint: 'https://other.example.net',
  otherBucket: 'copies',
  accessKey: 'admin',
  secretKey: 's: #{',
}

test('a replication goes to the other server, or comes from it', () => {
  const here = '    type: minio\n    bucket: "photos"\n    prefix: "a/\\"b\\""\n'
  const there =
    '    type: minio\n    bucket: "copies"\n    endpoint: "https://other.example.net"\n' +
    '    credentials:\n      accessKey: "admin"\n      secretKey: "s: #{"\n'
  expect(set(jobYaml(REPLICATE))).toBe(`replicate:\n  apiVersion: v1\n  source:\n${here}  target:\n${there}`)
  expect(set(jobYaml({ ...REPLICATE, direction: 'from' }))).toBe(
    `replicate:\n  apiVersion: v1\n  source:\n${there}  target:\n${here}`,
  )
})

test('filters are in the definition only if they are set', () => {
  const form = {
    ...REPLICATE,
    olderThan: '7d',
    tags: [
      { key: 'a', value: 'b*' },
      { key: '', value: '' },
    ],
  }
  expect(set(jobYaml(form))).toContain(
    '  flags:\n    filter:\n      olderThan: 7d\n      tags:\n        - key: "a"\n          value: "b*"\n',
  )
})

test('an expiration has one rule, with what the form has of it', () => {
  const form = { ...NEW_JOB, type: 'expire', bucket: 'logs', name: '*.tmp', olderThan: '30d', retained: '2' } as const
  const head = 'expire:\n  apiVersion: v1\n  bucket: "logs"\n  rules:\n'
  expect(set(jobYaml(form))).toBe(
    `${head}    - type: object\n      name: "*.tmp"\n      olderThan: 30d\n      purge:\n        retainVersions: 2\n`,
  )
  expect(set(jobYaml({ ...form, matched: 'deleted', name: '' }))).toBe(
    `${head}    - type: deleted\n      olderThan: 30d\n`,
  )
})

test('a rotation names a key only for the KMS', () => {
  const form = { ...NEW_JOB, type: 'keyrotate', bucket: 'logs', key: 'new' } as const
  const head = 'keyrotate:\n  apiVersion: v1\n  bucket: "logs"\n  encryption:\n'
  expect(set(jobYaml(form))).toBe(`${head}    type: sse-kms\n    key: "new"\n`)
  expect(set(jobYaml({ ...form, encryption: 'sse-s3' }))).toBe(`${head}    type: sse-s3\n`)
})

test('what isn’t set is a comment that can be uncommented', () => {
  const text = jobYaml({ ...NEW_JOB, type: 'expire', bucket: 'logs' })
  expect(text).toContain('      # tags:\n        # - key: "project"\n          # value: "draft*"\n')
  const all = text.replaceAll('# ', '')
  expect(all).toContain('      tags:\n        - key: "project"\n          value: "draft*"\n')
  expect(all).toContain('  retry:\n    attempts: 3\n    delay: 500ms\n')
})

test.each([
  ['bucket', { bucket: '' }],
  ['endpoint', { endpoint: 'other:9000' }],
  ['otherBucket', { otherBucket: '' }],
  ['accessKey', { accessKey: '' }],
  ['secretKey', { secretKey: '' }],
  ['newerThan', { newerThan: 'soon' }],
  ['olderThan', { olderThan: '7' }],
  ['key', { type: 'keyrotate' }],
  ['retained', { type: 'expire', retained: '-1' }],
  ['retained', { type: 'expire', retained: '' }],
  ['tags', { tags: [{ key: '', value: 'draft' }] }],
  [
    'tags',
    {
      type: 'expire',
      tags: [
        { key: 'a', value: '' },
        { key: 'a', value: 'b' },
      ],
    },
  ],
  [
    undefined,
    {
      tags: [
        { key: 'a', value: '' },
        { key: '', value: '' },
      ],
    },
  ],
  [undefined, { type: 'expire', matched: 'deleted', retained: '' }],
  [undefined, {}],
  [undefined, { type: 'expire', endpoint: '' }],
  [undefined, { type: 'keyrotate', encryption: 'sse-s3' }],
] as const)('what has to be corrected first is %s', (problem, part) => {
  expect(formProblem({ ...REPLICATE, ...part })).toBe(problem)
})

test('an endpoint has a scheme and a host, and no path', () => {
  expect(['http://a', 'https://a:9000/', 'a:9000', 'http://a/b', 'ftp://a', ''].map(isEndpoint)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
