import { expect, test } from 'vitest'
import { costsOfStorage, isOfObjects } from './measured-console.ts'

test('every call and live view of objects and jobs leaves others waiting for at most 50 ms', async () => {
  expect(await costsOfStorage(isOfObjects)).toEqual([])
})
