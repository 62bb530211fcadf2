import { expect, test } from 'vitest'
import { errorOfResponse } from '../shared/api/api-error.ts'
import { failureOf, failuresOfFiles } from './send-failure.ts'
import type { Upload } from './upload-queue.ts'

const upload = (name: string) => ({ prefix: 'docs/', name }) as Upload
const response = (status: number, body: object) =>
  errorOfResponse(status, JSON.stringify({ code: 'StorageError', message: 'Refused', detailedMessage: '', ...body }))

test('reads from the response to a form which of its files failed, and whether another attempt may help', () => {
  const files = ['a', 'b', 'c'].map(upload)
  const failed = [
    { name: 'docs/b', status: 502, code: 'StorageError', message: 'Broken' },
    { name: 'docs/c', status: 403, code: 'AccessDenied', message: 'Denied\u202E' },
  ]
  const failures = failuresOfFiles(files, response(502, { stored: [{ name: 'docs/a', size: 1, etag: 'e' }], failed }))
  expect([...(failures ?? [])].map(([file, failure]) => [file.name, failure])).toEqual([
    ['b', { kind: 'passing', message: 'Broken', error: expect.objectContaining({ code: 'StorageError' }) }],
    ['c', { kind: 'refused', message: 'Denied[U+202E]', error: expect.objectContaining({ code: 'AccessDenied' }) }],
  ])
})

test.each([
  ['says nothing about files', {}],
  ['leaves out a file', { stored: [], failed: [{ name: 'docs/a', status: 502, code: 'StorageError', message: 'B' }] }],
])('a response that %s is about all of them', (_, body) => {
  expect(failuresOfFiles(['a', 'b'].map(upload), response(502, body))).toBeUndefined()
})

test.each([
  [429, 'TooManyRequests', 'passing'],
  [500, 'Internal', 'passing'],
  [500, '', 'passing'],
  [502, 'StorageError', 'passing'],
  [503, 'StorageUnreachable', 'outage'],
  [504, 'StorageTimeout', 'uncertain'],
  [503, '', 'uncertain'],
  [403, 'AccessDenied', 'refused'],
  [507, 'StorageFull', 'refused'],
  [401, 'SessionEnded', 'away'],
])('a response with status %i and code "%s" is a failure of the kind %s', (status, code, kind) => {
  expect(failureOf(errorOfResponse(status, JSON.stringify({ code, message: 'm' }))).kind).toBe(kind)
})
