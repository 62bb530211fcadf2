import type { Feature } from '../shared/feature.ts'

export const account: Feature = {
  pages: { '/account': async () => (await import('./AccountPage.tsx')).AccountPage },
  parts: [() => import('./CreateServiceAccountModal.tsx')],
}
