import { expect, test } from 'vitest'
import { parseReplication } from './replication.ts'

const rule = (inner: string) =>
  `<ReplicationConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Role></Role><Rule>${inner}</Rule></ReplicationConfiguration>`

test('a rule with everything', () => {
  const filter = '<Filter><And><Prefix>a/</Prefix><Tag><Key>k</Key><Value>v</Value></Tag></And></Filter>'
  const xml = rule(
    `<ID>r1</ID><Status>Enabled</Status><Priority>2</Priority>${filter}<Destination><Bucket>arn:minio:replication::i:b</Bucket></Destination>`,
  )
  expect(parseReplication(xml)).toEqual([
    {
      id: 'r1',
      priority: 2,
      status: 'Enabled',
      destinationBucket: 'arn:minio:replication::i:b',
      prefix: 'a/',
      tags: { k: 'v' },
    },
  ])
})

test('a rule with a prefix alone, wherever it stands', () => {
  const prefixes = ['<Filter><Prefix>a/</Prefix></Filter>', '<Prefix>a/</Prefix>'].map(
    (filter) => parseReplication(rule(`<Status>Disabled</Status>${filter}`))[0],
  )
  for (const one of prefixes) expect(one).toMatchObject({ prefix: 'a/', status: 'Disabled', priority: 0, tags: {} })
})

test('no rules, and what is no such document', () => {
  expect(parseReplication('<ReplicationConfiguration/>')).toEqual([])
  expect(() => parseReplication('<Other/>')).toThrow()
})
