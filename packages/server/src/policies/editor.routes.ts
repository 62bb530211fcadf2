import { checkPolicyText, getPolicyCatalogue } from '@cooperage/contract'
import { policyCatalogue } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'

/** Data for the policy editor; none of it comes from the storage server. */
export function policyEditorRoutes({ routes, services: { computations } }: Registry): void {
  routes.withSession(getPolicyCatalogue, async () => policyCatalogue())

  routes.withSession(checkPolicyText, async ({ body, session }) => {
    const { policy, bucket } = body
    const role = bucket === '' ? ({ kind: 'identity' } as const) : ({ kind: 'bucket', bucket } as const)
    return { findings: await computations.run(session.id, 'policyFindings', policy, role) }
  })
}
