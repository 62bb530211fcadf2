import type { Feature } from '../shared/feature.ts'

export const policies: Feature = {
  pages: {
    '/policies': async () => (await import('./PoliciesPage.tsx')).PoliciesPage,
    '/policies/$policyName': async () => (await import('./PolicyPage.tsx')).PolicyPage,
  },
}
