import { expect, test } from 'vitest'
import {
  costsOfSeveralServers,
  costsOfStorage,
  isBetweenServers,
  isOfObjects,
  isOfOperator,
} from './measured-console.ts'

const isOfAccess = ({ id }: { id: string }) => /^(accessKeys|groups|iamBackup|users)\./.test(id)
const isOfRest = (one: { id: string }) =>
  !isOfOperator(one) && !isOfObjects(one) && !isOfAccess(one) && !isBetweenServers(one)

test.each([
  ['users, groups and access keys', isOfAccess],
  ['all else of a storage server', isOfRest],
])('every call and live view of %s leaves others waiting for at most 50 ms', async (_, isMeasured) => {
  expect(await costsOfStorage(isMeasured)).toEqual([])
})

test('every call between servers leaves others waiting for at most 50 ms', async () => {
  expect(await costsOfSeveralServers()).toEqual([])
})
