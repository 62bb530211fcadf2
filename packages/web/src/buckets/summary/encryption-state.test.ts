import { expect, test } from 'vitest'
import { encryptionKind, isNotSet, keyName } from './encryption-state.ts'

test('the message of the specification means no encryption', () => {
  expect(isNotSet({ message: 'The server side encryption configuration was not found' })).toBe(true)
  expect(isNotSet({ message: 'The bucket photos doesn’t exist.' })).toBe(false)
  expect(isNotSet(null)).toBe(false)
})

test('AES256 means SSE-S3, anything else SSE-KMS', () => {
  expect(['', 'AES256', 'aws:kms', 'aws:kms:dsse'].map(encryptionKind)).toEqual(['none', 's3', 'kms', 'kms'])
})

test('a key that is given by its ARN is the same key', () => {
  expect(['arn:aws:kms:my-key', 'my-key', ''].map(keyName)).toEqual(['my-key', 'my-key', ''])
})
