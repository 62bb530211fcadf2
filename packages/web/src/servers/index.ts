import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Several storage servers, for other features: which there are, and the fields that choose a place on one. */
export { useServers } from './use-servers.ts'
export const ServerSelect = lazyPart(async () => (await import('./PlaceFields.tsx')).ServerSelect)
export const PlaceOn = lazyPart(async () => (await import('./PlaceFields.tsx')).PlaceOn)

/** Shows which of several storage servers this is, and leads to the others. */
export const ServerSwitch = lazyPart(async () => (await import('./ServerSwitch.tsx')).ServerSwitch)

/** The list of all storage servers at this address: the only page outside of their consoles. */
export const feature: Feature = {
  pages: { '/servers': async () => (await import('./ServersPage.tsx')).ServersPage },
  isPublic: true,
}
