import type { LogEntry } from '@cooperage/contract'
import { expect, test } from 'vitest'
import { matches, messageOf } from './entry.ts'

const ENTRY: LogEntry = {
  level: 'ERROR',
  time: '2026-11-24T10:00:00Z',
  node: 'node1:9000',
  host: 'storage.example',
  remotehost: '10.0.0.7',
  userAgent: 'mc',
  requestID: '17B2',
  deploymentid: '',
  api: { name: 'PutObject', bucket: 'photos', object: 'a.jpg' },
  error: { message: 'Drive not found', source: [] },
  ConsoleMsg: '',
}

test.each(['drive', 'PUTOBJECT', 'photos', 'a.jpg', 'node1', '10.0.0', '17b2', ''])('finds "%s"', (search) => {
  expect(matches(ENTRY, { search, level: '' })).toBe(true)
})

test('finds only entries of the chosen level, and with the text', () => {
  expect(matches(ENTRY, { search: '', level: 'INFO' })).toBe(false)
  expect(matches(ENTRY, { search: 'memory', level: 'ERROR' })).toBe(false)
})

test('the message of plain output is its text', () => {
  expect(messageOf({ ...ENTRY, error: { message: '', source: [] }, ConsoleMsg: 'Started' })).toBe('Started')
})
