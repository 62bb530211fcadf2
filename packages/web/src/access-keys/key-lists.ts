import { getAccessKey, listAllKeys, listOwnKeys, listUserKeys, type Route } from '@cooperage/contract'

/** Everything that describes access keys, to be read again after a change. */
export const KEY_LISTS: readonly Route[] = [listOwnKeys, listUserKeys, listAllKeys, getAccessKey]
