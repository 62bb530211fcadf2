import { expect, test } from 'vitest'
import { costsOfCluster, createsTenant } from './measured-console.ts'

/** As many requests as all other calls of operator mode have together. */
test('creating a tenant leaves others waiting for at most 50 ms', async () => {
  expect(await costsOfCluster(createsTenant)).toEqual([])
})
