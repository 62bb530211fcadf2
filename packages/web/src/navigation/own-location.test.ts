import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { ownLocations } from './own-location.ts'

const root = createRootRoute()
const frame = createRoute({ getParentRoute: () => root, id: 'frame' })
const tiers = createRoute({ getParentRoute: () => frame, path: '/tiers/add/$type' })
const users = createRoute({ getParentRoute: () => frame, path: '/users' })
const login = createRoute({ getParentRoute: () => root, path: '/login' })
const router = createRouter({
  routeTree: root.addChildren([login, frame.addChildren([tiers, users])]),
  history: createMemoryHistory(),
})

/** The paths that a component of the route sees during visits to others. */
function seen(routeId: string | undefined, ...visits: string[]): string[] {
  const own = ownLocations(routeId, (pathname) => router.getMatchedRoutes(pathname)[0])
  return visits.map((pathname) => own({ pathname }).pathname)
}

test('a page that is being left keeps its path, and follows those of its own route', () => {
  expect(seen(tiers.id, '/tiers/add/s3', '/tiers/add/gcs', '/users')).toEqual([
    '/tiers/add/s3',
    '/tiers/add/gcs',
    '/tiers/add/gcs',
  ])
  expect(seen(tiers.id, '/tiers/add/s3', '/nowhere', '/tiers/add/gcs')[1]).toBe('/tiers/add/s3')
})

test('a frame follows the paths of all pages in it', () => {
  expect(seen(frame.id, '/tiers/add/s3', '/users', '/login')).toEqual(['/tiers/add/s3', '/users', '/users'])
  expect(seen(undefined, '/users', '/login')).toEqual(['/users', '/login'])
})
