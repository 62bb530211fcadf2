import type { ObjectDetails } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

const PLAIN: ObjectDetails = {
  name: 'a',
  version_id: 'v',
  is_delete_marker: false,
  size: 3,
  last_modified: '2026-11-26T08:00:00.000Z',
  etag: 'e',
  content_type: 'text/plain',
  content_encoding: '',
  content_disposition: '',
  content_language: '',
  cache_control: '',
  expires: '',
  user_metadata: {},
  storage_class: 'STANDARD',
  encryption: { kind: '', key_id: '' },
  checksums: [],
  part_count: 0,
  expiry: { date: '', rule: '' },
  replication_status: '',
  legal_hold: { status: '', unread: null },
  retention: { mode: '', until: '', unread: null },
  tags: { values: {}, unread: null },
}

test('lists each property of either version, and nothing that both lack', () => {
  const before = { ...PLAIN, user_metadata: { owner: 'ann' }, tags: { values: { team: 'red' }, unread: null } }
  const after = {
    ...PLAIN,
    size: 4,
    cache_control: 'no-cache',
    legal_hold: { status: 'ON' as const, unread: null },
    tags: { values: { team: 'blue', new: '1' }, unread: null },
  }
  const rows = differencesOf(before, after).map((row) => [row.group, row.name, row.before, row.after])
  expect(rows).toEqual([
    ['object', 'size', '3', '4'],
    ['object', 'modified', PLAIN.last_modified, PLAIN.last_modified],
    ['object', 'etag', 'e', 'e'],
    ['object', 'storageClass', 'STANDARD', 'STANDARD'],
    ['metadata', 'Content-Type', 'text/plain', 'text/plain'],
    ['metadata', 'Cache-Control', '', 'no-cache'],
    ['metadata', 'owner', 'ann', ''],
    ['tags', 'team', 'red', 'blue'],
    ['tags', 'new', '', '1'],
    ['protection', 'legalHold', '', 'ON'],
  ])
})

test('a tag with the name of a header is another property', () => {
  const tagged = { ...PLAIN, tags: { values: { 'Content-Type': 'x' }, unread: null } }
  const rows = differencesOf(PLAIN, tagged).filter(({ name }) => name === 'Content-Type')
  expect(rows.map(({ group }) => group)).toEqual(['metadata', 'tags'])
})
