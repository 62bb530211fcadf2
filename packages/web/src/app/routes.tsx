import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router'
import { LoginPage } from '../session/LoginPage.tsx'
import { basePath } from '../shared/base-path.ts'
import { PageFailure } from './PageFailure.tsx'
import { pageModules } from './page-modules.ts'

const root = createRootRoute({ component: Outlet })

/** Part of the first script: it is where the visitor is led when the console is out, and no more code can be had. */
const login = createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage })

/** The guide needs no session: whoever cannot sign in may read how to. */
const guide = createRoute({
  getParentRoute: () => root,
  path: '/documentation',
  component: lazyRouteComponent(pageModules.guide, 'GuidePage'),
})
const guidePage = createRoute({
  getParentRoute: () => root,
  path: '/documentation/$page',
  component: lazyRouteComponent(pageModules.guide, 'GuidePage'),
})

/** Everything that needs a session, in the frame with the side menu. */
const layout = createRoute({
  getParentRoute: () => root,
  id: 'session',
  component: lazyRouteComponent(pageModules.layout, 'SessionLayout'),
})

const home = createRoute({ getParentRoute: () => layout, path: '/', component: () => null })
const buckets = createRoute({
  getParentRoute: () => layout,
  path: '/buckets',
  component: lazyRouteComponent(pageModules.buckets, 'BucketsPage'),
})
const bucket = createRoute({
  getParentRoute: () => layout,
  path: '/buckets/$bucket',
  component: lazyRouteComponent(pageModules.bucket, 'BucketPage'),
})
const bucketTab = createRoute({
  getParentRoute: () => layout,
  path: '/buckets/$bucket/$',
  component: lazyRouteComponent(pageModules.bucket, 'BucketPage'),
})
const policies = createRoute({
  getParentRoute: () => layout,
  path: '/policies',
  component: lazyRouteComponent(pageModules.policies, 'PoliciesPage'),
})
const policy = createRoute({
  getParentRoute: () => layout,
  path: '/policies/$policyName',
  component: lazyRouteComponent(pageModules.policy, 'PolicyPage'),
})
const browser = createRoute({
  getParentRoute: () => layout,
  path: '/object-browser',
  component: lazyRouteComponent(pageModules.browser, 'BrowserBucketsPage'),
})
const folder = createRoute({
  getParentRoute: () => layout,
  path: '/object-browser/$bucket/$',
  component: lazyRouteComponent(pageModules.folder, 'FolderPage'),
})
/** Any other address: the layout shows the 404 page, or sends strangers to the login page. */
const unknown = createRoute({ getParentRoute: () => layout, path: '$', component: () => null })

const routeTree = root.addChildren([
  login,
  guide,
  guidePage,
  layout.addChildren([home, buckets, bucket, bucketTab, policies, policy, browser, folder, unknown]),
])

/** The routes of this build. Which of them a visitor may open, the session says (see shell/page-access.ts). */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    basepath: basePath(),
    // A final slash tells a folder from an object.
    trailingSlash: 'preserve',
    defaultErrorComponent: PageFailure,
    ...(history ? { history } : {}),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
