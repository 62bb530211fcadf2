import { expect, test } from 'vitest'
import { parseAssumeRole, writeAssumeRole, writeAssumeRoleForm } from './assume-role.ts'
import { parseStsError, writeStsError } from './error-document.ts'

const credentials = {
  accessKey: 'U5SFEZINWWROTKP41WPS',
  secretKey: 'secret+/=',
  sessionToken: 'a.b.c',
  expiration: Date.parse('2026-11-21T11:00:57Z'),
}

test('the form contains the action, the version and the parameters', () => {
  expect(writeAssumeRoleForm()).toBe('Action=AssumeRole&Version=2011-06-15')
  expect(writeAssumeRoleForm({ durationSeconds: 3600, policy: '{"a":1}', tokenRevokeType: 'session 1' })).toBe(
    'Action=AssumeRole&Version=2011-06-15&DurationSeconds=3600&Policy=%7B%22a%22%3A1%7D&TokenRevokeType=session+1',
  )
})

test('the response is written as MinIO writes it, and round-trips', () => {
  const written = writeAssumeRole(credentials, '18EA07252DD15C0A')

  expect(written).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><AssumedRoleUser><Arn></Arn><AssumeRoleId></AssumeRoleId></AssumedRoleUser><Credentials><AccessKeyId>U5SFEZINWWROTKP41WPS</AccessKeyId><SecretAccessKey>secret+/=</SecretAccessKey><SessionToken>a.b.c</SessionToken><Expiration>2026-11-21T11:00:57Z</Expiration></Credentials></AssumeRoleResult><ResponseMetadata><RequestId>18EA07252DD15C0A</RequestId></ResponseMetadata></AssumeRoleResponse>',
  )
  expect(parseAssumeRole(written)).toEqual(credentials)
})

test('reads the response of a related action, and rejects one without credentials', () => {
  const written = writeAssumeRole(credentials, '1').replaceAll('AssumeRoleRes', 'AssumeRoleWithWebIdentityRes')

  expect(parseAssumeRole(written, 'AssumeRoleWithWebIdentity')).toEqual(credentials)
  expect(() => parseAssumeRole('<AssumeRoleResponse/>')).toThrow(expect.objectContaining({ code: 'MalformedXML' }))
})

test('errors are written as MinIO writes them, and round-trip', () => {
  const error = { code: 'AccessDenied', message: 'This endpoint belongs to "sts".', requestId: '18EA' }
  const written = writeStsError(error)

  expect(written).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type></Type><Code>AccessDenied</Code><Message>This endpoint belongs to &#34;sts&#34;.</Message></Error><RequestId>18EA</RequestId></ErrorResponse>',
  )
  expect(parseStsError(written)).toEqual(error)
  expect(parseStsError('<ErrorResponse><Errors><Error><Code>A</Code></Error></Errors></ErrorResponse>')).toEqual({
    code: 'A',
    message: '',
  })
  expect(parseStsError('<html/>')).toBeUndefined()
})
