import { expect, test } from 'vitest'
import {
  NO_REPLICATION,
  parseReplication,
  type ReplicationRule,
  withoutReplicationRule,
  withReplicationRule,
  withReplicationStatus,
  writeReplication,
} from './replication.ts'

const document = (inner: string) =>
  `<ReplicationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</ReplicationConfiguration>`
const rule = (inner: string) => document(`<Role></Role><Rule>${inner}</Rule>`)

/** As MinIO writes it, with an unknown element. */
const EVERYTHING =
  '<ID>r1</ID><Status>Enabled</Status><Priority>2</Priority><DeleteMarkerReplication><Status>Enabled</Status></DeleteMarkerReplication><DeleteReplication><Status>Disabled</Status></DeleteReplication><Destination><Bucket>arn:minio:replication::i:b</Bucket><StorageClass>STANDARD</StorageClass></Destination><SourceSelectionCriteria><ReplicaModifications><Status>Enabled</Status></ReplicaModifications></SourceSelectionCriteria><Filter><And><Prefix>a &amp; b/</Prefix><Tag><Key>k</Key><Value>v</Value></Tag></And></Filter><ExistingObjectReplication><Status>Disabled</Status></ExistingObjectReplication><Later><Odd>1</Odd></Later>'

const READ: ReplicationRule = {
  id: 'r1',
  priority: 2,
  status: 'Enabled',
  destinationBucket: 'arn:minio:replication::i:b',
  storageClass: 'STANDARD',
  prefix: 'a & b/',
  tags: { k: 'v' },
  deleteMarkers: true,
  deletes: false,
  metadata: true,
  existingObjects: false,
}

test('a rule with every element is parsed and round-trips unchanged', () => {
  const read = parseReplication(rule(EVERYTHING))
  expect(read.rules).toEqual([READ])
  expect(writeReplication(read)).toBe(rule(EVERYTHING))
})

test('a rule is enabled or disabled, and nothing else changes', () => {
  const both = document(`<Rule>${EVERYTHING}</Rule><Rule>${EVERYTHING}</Rule><Role>r</Role>`)
  const read = parseReplication(both)
  const [first, second] = read.rules
  if (first === undefined || second === undefined) throw new Error('no rules')
  const switched = withReplicationStatus(read, second, 'Disabled')
  expect(switched.rules).toEqual([READ, { ...READ, status: 'Disabled' }])
  const moved = EVERYTHING.replace('<Status>Enabled</Status>', '')
  expect(writeReplication(switched)).toBe(
    document(`<Rule>${EVERYTHING}</Rule><Rule><Status>Disabled</Status>${moved}</Rule><Role>r</Role>`),
  )
  expect(writeReplication(withoutReplicationRule(read, first))).toBe(
    document(`<Rule>${EVERYTHING}</Rule><Role>r</Role>`),
  )
})

test.each([
  { prefix: '', tags: {} },
  { prefix: 'a <b>/', tags: {} },
  { prefix: '', tags: { only: 'one' } },
  { prefix: '', tags: { one: '1', two: '' } },
  { prefix: 'p/', tags: { one: '1' } },
])('a new rule for %j is parsed back after the others', (scope) => {
  const made: ReplicationRule = { ...READ, ...scope, id: 'new', storageClass: '', deletes: true, existingObjects: true }
  const before = parseReplication(rule(EVERYTHING))
  const text = writeReplication(withReplicationRule(before, made))
  expect(parseReplication(text).rules).toEqual([READ, made])
  expect(text).toContain(`<Role></Role><Rule>${EVERYTHING}</Rule><Rule><ID>new</ID>`)
  expect(writeReplication(withReplicationRule(NO_REPLICATION, made))).not.toContain('StorageClass')
})

test('a rule with only a prefix, in either location', () => {
  const prefixes = ['<Filter><Prefix>a/</Prefix></Filter>', '<Prefix>a/</Prefix>'].map(
    (filter) => parseReplication(rule(`<Status>Disabled</Status>${filter}`)).rules[0],
  )
  for (const one of prefixes) expect(one).toMatchObject({ prefix: 'a/', status: 'Disabled', priority: 0, tags: {} })
})

test('no rules, and other documents', () => {
  expect(parseReplication('<ReplicationConfiguration/>').rules).toEqual([])
  expect(() => parseReplication('<Other/>')).toThrow()
})
