import type { JobFinding } from '@cooperage/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readBatchJob, shownBatchJob, wholeBucketOf } from './batch-job.ts'

const EXPIRE = `expire:
  apiVersion: v1
  bucket: photos
  prefix: [old/, older/]
  rules:
    - type: object
      olderThan: 7d10h
      createdBefore: 2026-01-31T00:00:00Z
      tags:
        - key: stage
          value: draft*
      size:
        lessThan: 10MiB
        greaterThan: 0
      purge:
        retainVersions: 2
  retry:
    attempts: 3
    delay: 500ms
`
const REPLICATE = `replicate:
  apiVersion: v1
  source:
    type: minio
    bucket: photos
  target:
    type: minio
    bucket: copies
    endpoint: https://other.example.net
    credentials:
      accessKey: admin
      secretKey: a-secret
`
const ROTATE = `keyrotate:
  apiVersion: v1
  bucket: photos
  encryption:
    type: sse-kms
    key: new-key
`

const findings = (text: string) => readBatchJob(text).findings
const brief = (text: string) => findings(text).map(({ line, problem, field }) => [line, problem, field])

test('finds nothing wrong with a definition of each type, and says what it is about', () => {
  expect(readBatchJob(EXPIRE)).toEqual({
    type: 'expire',
    findings: [],
    places: [{ role: 'bucket', bucket: 'photos', prefixes: ['old/', 'older/'], isOfDeleted: false, remote: undefined }],
    key: '',
  })
  expect(readBatchJob(EXPIRE.replace('type: object', 'type: deleted')).places).toMatchObject([{ isOfDeleted: true }])
  expect(readBatchJob(REPLICATE)).toEqual({
    type: 'replicate',
    findings: [],
    places: [
      { role: 'source', bucket: 'photos', prefixes: [], isOfDeleted: false, remote: undefined },
      {
        role: 'target',
        bucket: 'copies',
        prefixes: [],
        isOfDeleted: false,
        remote: {
          endpoint: 'https://other.example.net',
          accessKey: 'admin',
          secretKey: 'a-secret',
          sessionToken: '',
        },
      },
    ],
    key: '',
  })
  expect(readBatchJob(ROTATE)).toMatchObject({ findings: [], key: 'new-key', places: [{ bucket: 'photos' }] })
})

test.each([
  ['an unknown field', EXPIRE.replace('prefix:', 'prefixes:'), [[4, 'unknownField', 'expire.prefixes']]],
  ['a missing field', EXPIRE.replace('  bucket: photos\n', ''), [[1, 'missingField', 'expire.bucket']]],
  ['a value of another kind', EXPIRE.replace('7d10h', 'soon'), [[7, 'wrongValue', 'expire.rules[0].olderThan']]],
  ['a value in a list', EXPIRE.replace('draft*', '[]'), [[11, 'wrongValue', 'expire.rules[0].tags[0].value']]],
  ['a day that isn’t one', EXPIRE.replace('01-31', '13-31'), [[8, 'wrongValue', 'expire.rules[0].createdBefore']]],
  [
    'a count below 0',
    EXPIRE.replace('Versions: 2', 'Versions: -1'),
    [[16, 'wrongValue', 'expire.rules[0].purge.retainVersions']],
  ],
  [
    'a rule that matches all',
    EXPIRE.replace(/ {6}olderThan[\s\S]* {6}purge/, '      purge'),
    [[6, 'matchesAll', 'expire.rules[0]']],
  ],
  ['no rules', EXPIRE.replace(/rules:[\s\S]* {2}retry/, 'rules: []\n  retry'), [[5, 'noList', 'expire.rules']]],
  ['a list instead of fields', 'expire: []\n', [[1, 'noFields', 'expire']]],
  ['two jobs', `${EXPIRE}${ROTATE}`, [[1, 'notOneJob', '']]],
  ['another job', 'remove:\n  bucket: a\n', [[1, 'notOneJob', '']]],
  ['a name of all objects', '__proto__:\n  bucket: a\n', [[1, 'notOneJob', '']]],
  ['a text', 'expire\n', [[1, 'notOneJob', '']]],
  ['no other server', REPLICATE.replace(/ {4}endpoint[\s\S]*/, ''), [[1, 'twoLocal', 'replicate']]],
  [
    'an endpoint without a scheme',
    REPLICATE.replace('https://', ''),
    [[9, 'wrongEndpoint', 'replicate.target.endpoint']],
  ],
  [
    'no keys of the other server',
    REPLICATE.replace(/ {4}credentials[\s\S]*/, ''),
    [
      [6, 'missingField', 'replicate.target.credentials.accessKey'],
      [6, 'missingField', 'replicate.target.credentials.secretKey'],
    ],
  ],
  [
    'a secret that was hidden',
    REPLICATE.replace('a-secret', "'**REDACTED**'"),
    [[12, 'hiddenSecret', 'replicate.target.credentials.secretKey']],
  ],
  ['no key to encrypt with', ROTATE.replace('    key: new-key\n', ''), [[4, 'noKey', 'keyrotate.encryption']]],
  ['a mistake in YAML', 'expire: [\n', [[2, 'syntax', '']]],
  ['a map as a key', 'expire:\n  ? { secretKey: hush }\n  : 1\n', [[2, 'syntax', '']]],
  ['YAML 1.1', '%YAML 1.1\n---\nexpire:\n  <<: 3\n', [[1, 'syntax', '']]],
  ['a tag that can’t be converted', 'expire:\n  !!merge <<: 3\n', [[1, 'syntax', '']]],
  ['an alias', 'expire: &a\n  bucket: *a\n', [[2, 'syntax', '']]],
])('finds %s', (_, text, found) => {
  expect(brief(text)).toEqual(found)
})

test('a map as a key isn’t quoted in a warning of the process', async () => {
  const emitted = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  onTestFinished(() => emitted.mockRestore())
  expect(shownBatchJob('replicate:\n  ? { secretKey: hush }\n  : 1\n')).toBeUndefined()
  expect(emitted).not.toHaveBeenCalled()
})

test('names what a value may be', () => {
  expect(findings(ROTATE.replace('sse-kms', 'aes'))[0]).toMatchObject({ value: null, detail: 'sse-s3, sse-kms' })
  expect(findings(EXPIRE.replace('500ms', 'x'))[0]).toMatchObject({ value: 'duration', detail: '' })
})

test('a rule that matches all doesn’t keep a job from being started, everything else does', () => {
  expect(readBatchJob(EXPIRE.replace(/ {6}olderThan[\s\S]* {6}purge/, '      purge')).places).toHaveLength(1)
  expect(readBatchJob(EXPIRE.replace('7d10h', 'soon')).places).toEqual([])
})

test.each([
  'tags: []',
  'metadata: []',
  'size: { lessThan: "" }',
  'size: { greaterThan: 0, lessThan: 0B }',
  'name: "**"',
  'olderThan: 0s',
  'olderThan: 0d0h',
])('a rule with only %s matches all', (condition) => {
  const yaml = `expire:\n  apiVersion: v1\n  bucket: a\n  rules:\n    - type: object\n      ${condition}\n`
  expect(brief(yaml)).toEqual([[5, 'matchesAll', 'expire.rules[0]']])
})

test.each([
  'tags: [{ key: stage, value: "*" }]',
  'size: { greaterThan: 1B }',
  'name: "0"',
  'olderThan: 0d1h',
  'createdBefore: 2026-01-31T00:00:00Z',
])('a rule with %s has a condition', (condition) => {
  expect(
    findings(`expire:\n  apiVersion: v1\n  bucket: a\n  rules:\n    - type: object\n      ${condition}\n`),
  ).toEqual([])
})

test('a value of which a part was hidden has to be entered again', () => {
  const endpoint = REPLICATE.replace('https://other', 'https://**REDACTED**@other')
  expect(brief(endpoint)).toEqual([[9, 'hiddenSecret', 'replicate.target.endpoint']])
  expect(brief(EXPIRE.replace('older/', "'x?a=**REDACTED**'"))).toEqual([[4, 'hiddenSecret', 'expire.prefix']])
})

test('the findings of one text are limited', () => {
  const many = `expire:\n${Array.from({ length: 500 }, (_, index) => `  field${index}: 1\n`).join('')}`
  expect(findings(many)).toHaveLength(50)
  const wrong = `expire:\n  apiVersion: v1\n  bucket: a\n  rules:\n${'    - type: x\n'.repeat(3000)}`
  const found: JobFinding[] = findings(wrong)
  expect(found).toHaveLength(50)
})

const DESCRIBED = `replicate:
    apiVersion: v1
    flags:
        filter: {}
        notify:
            endpoint: https://user:pass@hooks.example.net/x
            token: plain-token
    target:
        type: minio
        bucket: copies
        endpoint: http://other:9000
        credentials:
            accessKey: admin
            secretKey: plain-secret
            sessionToken: ""
    source:
        type: minio
        bucket: photos
        prefix: ""
        snowball:
            disable: false
keyrotate: null
expire: null
`

test('a definition is shown without secrets and without what isn’t set', () => {
  const shown = shownBatchJob(DESCRIBED) ?? ''
  expect(shown).not.toMatch(/plain-|pass@/)
  expect(shown).not.toMatch(/sessionToken|keyrotate|expire|filter|prefix/)
  expect(shown).toContain('secretKey: "**REDACTED**"')
  expect(shown).toContain('disable: false')
  expect(brief(shown)).toEqual([
    [expect.any(Number), 'hiddenSecret', 'replicate.flags.notify.endpoint'],
    [expect.any(Number), 'hiddenSecret', 'replicate.flags.notify.token'],
    [expect.any(Number), 'hiddenSecret', 'replicate.target.credentials.secretKey'],
  ])
  expect(shownBatchJob('just a text')).toBeUndefined()
  expect(shownBatchJob('a: [')).toBeUndefined()
})

test('a definition is shown without secrets that are in other fields or in addresses', () => {
  const yaml = `replicate:
  source: { endpoint: 'https://user:hush@1@host:9000' }
  target: { endpoint: 'user:hush2@host:9000', credentials: { accessKey: admin, apiKey: hush3 } }
  flags:
    notify:
      endpoint: https://hook/x?token=hush4&hush5
      Authorization: Basic hush6
      passphrase: hush7
      auth: { a: hush8 }
`
  const shown = shownBatchJob(yaml) ?? ''
  expect(shown).not.toContain('hush')
  expect(shown).toContain('accessKey: admin')
  expect(shown).toContain('https://**REDACTED**@host:9000')
  expect(shown).toContain('https://hook/x?token=**REDACTED**&**REDACTED**')
})

test('knows which jobs go through a whole bucket', () => {
  expect(wholeBucketOf(DESCRIBED)).toBe('photos')
  for (const text of [
    DESCRIBED.replace('prefix: ""', 'prefix: new/'),
    DESCRIBED.replace('filter: {}', 'filter: { newerThan: 7d }'),
    DESCRIBED.replace('    source:\n', '    source:\n        endpoint: http://other:9000\n'),
    EXPIRE,
    ROTATE,
    'a: [',
    '[]',
  ]) {
    expect(wholeBucketOf(text)).toBeUndefined()
  }
})
