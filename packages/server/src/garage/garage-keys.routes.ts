import {
  createGarageKey as createGarageKeyRoute,
  deleteGarageKey as deleteGarageKeyRoute,
  type GarageKeySettings,
  getGarageKey as getGarageKeyRoute,
  listGarageKeys as listGarageKeysRoute,
  updateGarageKey as updateGarageKeyRoute,
} from '@cooperage/contract'
import {
  createGarageKey,
  deleteGarageKey,
  getGarageKey,
  listGarageKeys,
  updateGarageKey,
} from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import { expiryTime } from '../access-keys/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { feature } from './garage-buckets.routes.ts'

export function garageKeyRoutes({ routes, services: { now } }: Registry): void {
  const settingsOf = ({ name, expiry, createsBuckets }: GarageKeySettings) => ({
    name,
    expiresAt: expiryTime(expiry, now()) ?? undefined,
    createsBuckets,
  })

  routes.withSession(listGarageKeysRoute, async ({ storage }) => {
    const keys = await withStorageErrors({ feature }, listGarageKeys(storage))
    return keys
      .map(({ accessKey, name, expiresAt }) => ({ accessKey, name, expiry: isoTime(expiresAt) }))
      .sort((a, b) => compareText(a.name, b.name) || compareText(a.accessKey, b.accessKey))
  })

  routes.withSession(getGarageKeyRoute, async ({ params: { accessKey }, storage }) => {
    const key = await withStorageErrors({ account: accessKey, feature }, getGarageKey(storage, accessKey))
    return {
      accessKey,
      name: key.name,
      expiry: isoTime(key.expiresAt),
      createsBuckets: key.createsBuckets,
      buckets: key.buckets.map(({ aliases, rights }) => ({ aliases, ...rights })),
    }
  })

  routes.withSession(createGarageKeyRoute, async ({ body, storage }) =>
    withStorageErrors({ feature }, createGarageKey(storage, settingsOf(body))),
  )

  routes.withSession(updateGarageKeyRoute, async ({ params: { accessKey }, body, storage }) => {
    const subject = { account: accessKey, feature }
    await withStorageErrors(subject, updateGarageKey(storage, accessKey, settingsOf(body)))
  })

  routes.withSession(deleteGarageKeyRoute, async ({ params: { accessKey }, storage }) => {
    await withStorageErrors({ account: accessKey, feature }, deleteGarageKey(storage, accessKey))
  })
}

/** '' for never. */
function isoTime(time: number | undefined): string {
  return time === undefined ? '' : new Date(time).toISOString()
}
