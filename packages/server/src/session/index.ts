/** Signing in and out, and what the signed-in account may see. */
export { loginRoutes } from './login.routes.ts'
export { sessionRoutes } from './session.routes.ts'
export { sessionWatch } from './session-watch.ts'
