import type { NewAccount } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import { expect, test } from 'vitest'
import { createAll } from './create-accounts.ts'

/** Fails before anything is sent to a storage server. */
const KEY: NewAccount = {
  ...{
    kind: 'key',
    name: 'KEY',
    parent: 'anna',
    owner: { isEnabled: true, policies: [], groups: [] },
    isEnabled: true,
    label: '',
    description: '',
    expiry: '',
  },
  policy: 'no JSON',
}

test('a call begins no further account when its time is up, but always one', async () => {
  const context = { storage: {} as StorageClient, isIam: true, secrets: new Map<string, string>() }
  const results = async (forMs: number) => (await createAll(context, [KEY, KEY, KEY], forMs)).length
  expect([await results(0), await results(600_000)]).toEqual([1, 3])
})
