import type { AdminOperation } from '../../call.ts'

export const removeCannedPolicy: AdminOperation = async ({ engine: { iam }, query }) => {
  await iam.policies.remove(query.get('name') ?? '')
  return { status: 200 }
}
