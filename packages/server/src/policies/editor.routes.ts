import { checkPolicyText, getPolicyCatalogue, type PolicyFinding } from '@cooperage/contract'
import { policyCatalogue } from '@cooperage/wire/policy'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** What only MinIO and servers like it say about a policy: AWS has more actions, services, keys and operators. */
const OF_MINIO: ReadonlySet<PolicyFinding['code']> = new Set([
  'TooLong',
  'UnknownAction',
  'MixedServices',
  'BadResource',
  'BadPrincipal',
  'PrincipalMatchesNobody',
  'UnknownOperator',
  'UnknownConditionKey',
  'AwsConditionKey',
  'KeyNotForAction',
  'ResourceNotForAction',
  'Refused',
  'MatchesNothing',
  'RootPower',
  'NotActionLost',
])

/** Fields that only AWS and servers like it have. */
const OF_AWS: ReadonlySet<string> = new Set(['CanonicalUser', 'Federated', 'NotPrincipal', 'Service'])

function isOfMinio({ code, detail }: PolicyFinding): boolean {
  return OF_MINIO.has(code) || (code === 'UnknownField' && OF_AWS.has(detail))
}

/** Data for the policy editor; none of it comes from the storage server. */
export function policyEditorRoutes({ routes, services: { computations } }: Registry): void {
  routes.withSession(getPolicyCatalogue, async () => policyCatalogue())

  routes.withSession(checkPolicyText, async ({ body, session, storage }) => {
    const { policy, bucket } = body
    const role = bucket === '' ? ({ kind: 'identity' } as const) : ({ kind: 'bucket', bucket } as const)
    const [findings, { kind }] = await Promise.all([
      computations.run(session.id, 'policyFindings', policy, role),
      withStorageErrors({}, storage.endpoint.profile()),
    ])
    return { findings: kind === 's3' ? findings.filter((finding) => !isOfMinio(finding)) : findings }
  })
}
