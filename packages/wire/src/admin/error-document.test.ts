import { expect, test } from 'vitest'
import { writeS3Error } from '../s3/error-document.ts'
import { parseAdminError, writeAdminError } from './error-document.ts'

const error = {
  code: 'AccessDenied',
  message: 'Access Denied. {"braces"}',
  resource: '/minio/admin/v3/info',
  requestId: '18EA',
  hostId: '470a',
}

test('is written as MinIO writes it, and round-trips', () => {
  expect(writeAdminError(error)).toBe(
    '{"Code":"AccessDenied","Message":"Access Denied. {\\"braces\\"}","Resource":"/minio/admin/v3/info","RequestId":"18EA","HostId":"470a"}\n',
  )
  expect(parseAdminError(Buffer.from(writeAdminError(error)))).toEqual(error)
})

test('counts only the first of two objects', () => {
  expect(parseAdminError(writeAdminError(error) + writeAdminError({ code: 'Other', message: '' }))).toEqual(error)
})

test('may be XML', () => {
  expect(parseAdminError(writeS3Error(error))).toEqual(error)
})

test.each(['', 'Bad gateway', '{', '{"error":"x"}', '[]', '}'.repeat(1000), `{${'}'.repeat(100_000)}`])(
  'is distinguished from %.20j',
  (text) => {
    expect(parseAdminError(text)).toBeUndefined()
  },
)
