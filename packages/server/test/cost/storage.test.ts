import { expect, test } from 'vitest'
import { costsOfStorage, isOfObjects, isOfOperator } from './measured-console.ts'

test('every call and live view of all else of a storage server leaves others waiting for at most 50 ms', {
  timeout: 600_000,
}, async () => {
  expect(await costsOfStorage((one) => !isOfOperator(one) && !isOfObjects(one))).toEqual([])
})
