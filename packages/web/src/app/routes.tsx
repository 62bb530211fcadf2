import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { inLanguage } from '../messages/i18n.ts'
import { parseQuery, type Query, queryText } from '../navigation/address.ts'
import { basePath } from '../navigation/base-path.ts'
import { LoginPage } from '../session/LoginPage.tsx'
import type { Feature } from '../shared/feature.ts'
import { FEATURES, loadLayout } from './features.ts'
import { PageFailure } from './PageFailure.tsx'

const root = createRootRoute({ component: Outlet, validateSearch: (search: Query) => search })

/** In the first script: the visitor lands here when the console is down and no more code can be loaded. */
const login = createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage })

/** Everything that needs a session, in the frame with the side menu. */
const layout = createRoute({ getParentRoute: () => root, id: 'session', component: lazyPage(loadLayout) })

const home = createRoute({ getParentRoute: () => layout, path: '/', component: () => null })
/**
 * Any other address. The layout shows the 404 page itself, or redirects, unless the address is below a page that the session
 * allows.
 */
const unknown = createRoute({
  getParentRoute: () => layout,
  path: '$',
  component: lazyPage(async () => (await import('../shared/NotFoundPage.tsx')).NotFoundPage),
})

const pagesOf = ({ pages, isPublic }: Feature) =>
  Object.entries(pages).map(([path, load]) =>
    createRoute({ getParentRoute: () => (isPublic ? root : layout), path, component: lazyPage(load) }),
  )
const publicPages = FEATURES.filter(({ isPublic }) => isPublic).flatMap(pagesOf)
const sessionPages = FEATURES.filter(({ isPublic }) => !isPublic).flatMap(pagesOf)

const routeTree = root.addChildren([login, ...publicPages, layout.addChildren([home, ...sessionPages, unknown])])

function lazyPage(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => ({ default: await inLanguage(load) }))
}

/** The routes of this build. The session decides which of them a visitor may open (see shell/page-access.ts). */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    basepath: basePath(),
    // The final slash distinguishes a folder from an object.
    trailingSlash: 'preserve',
    parseSearch: parseQuery,
    stringifySearch: queryText,
    defaultErrorComponent: PageFailure,
    ...(history ? { history } : {}),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
