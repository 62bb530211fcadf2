import { checkPolicyText, getPolicyCatalogue } from '@cooperage/contract'
import { policyCatalogue, policyFindings } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'

/** Data for the policy editor; none of it comes from the storage server. */
export function policyEditorRoutes({ routes }: Registry): void {
  routes.withSession(getPolicyCatalogue, async () => policyCatalogue())

  routes.withSession(checkPolicyText, async ({ body }) => {
    const { policy, bucket } = body
    return { findings: policyFindings(policy, bucket === '' ? { kind: 'identity' } : { kind: 'bucket', bucket }) }
  })
}
