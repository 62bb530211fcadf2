import { expect, test } from 'vitest'
import { ioError } from './io-error.ts'

const withCode = (code: string | number) => Object.assign(new Error('refused'), { code })

test('distinguishes a full disk from other failures, and keeps the cause', () => {
  expect(ioError(withCode('ENOSPC'))).toMatchObject({ name: 'StoreError', code: 'StorageFull' })
  expect(ioError(withCode('EDQUOT'))).toMatchObject({ name: 'StoreError', code: 'StorageFull' })
  const cause = withCode('EIO')
  expect(ioError(cause)).toMatchObject({ name: 'StoreError', code: 'StorageFailed', cause })
  expect(ioError(withCode(-30796))).toMatchObject({ name: 'StoreError', code: 'StorageFailed' })
})

test('passes other errors unchanged', () => {
  for (const error of [new TypeError('bug'), withCode('ERR_INVALID_ARG_TYPE'), 'text'])
    expect(ioError(error)).toBe(error)
})
