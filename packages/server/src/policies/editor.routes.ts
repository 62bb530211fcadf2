import { checkPolicyText, getPolicyCatalogue } from '@cooperage/contract'
import { policyCatalogue, policyFindings } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'

/** What helps to write a policy; nothing of it is asked of the storage. */
export function policyEditorRoutes({ routes }: Registry): void {
  routes.withSession(getPolicyCatalogue, async () => policyCatalogue())

  routes.withSession(checkPolicyText, async ({ body }) => {
    const { policy, bucket } = body
    return { findings: policyFindings(policy, bucket === '' ? { kind: 'identity' } : { kind: 'bucket', bucket }) }
  })
}
