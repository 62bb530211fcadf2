import type { Feature } from '../shared/feature.ts'

const userPage = async () => (await import('./UserPage.tsx')).UserPage

export const users: Feature = {
  pages: {
    '/users': async () => (await import('./UsersPage.tsx')).UsersPage,
    '/users/$name': userPage,
    // For a name with unencoded slashes in a hand-written path. Without the segment before the rest, the pattern matches /users too.
    '/users/$name/$': userPage,
  },
  parts: [() => import('./loaded-dialogs.ts')],
}
