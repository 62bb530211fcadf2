/** The vocabulary of policies, for authors: what servers support, and what they reject. */
import { grantableIn } from './access-grants.ts'
import { OBJECT_ACTIONS, POLICY_ACTIONS, type PolicyService } from './actions.ts'
import { CANNED_POLICIES } from './canned.ts'
import { COMMON_CONDITION_KEYS, CONDITION_KEYS, conditionKeysOf } from './condition-keys.ts'
import { CONDITION_OPERATORS, CONDITION_QUALIFIERS } from './conditions.ts'

/** The built-in policies of every server. */
export const BUILT_IN_POLICIES: ReadonlySet<string> = new Set(Object.keys(CANNED_POLICIES))

export interface PolicyCatalogue {
  actions: {
    name: string
    service: PolicyService
    target: 'object' | 'bucket' | 'server'
    ownKeys: string[]
    grantable: ReturnType<typeof grantableIn>
  }[]
  commonKeys: string[]
  conditionKeys: string[]
  operators: string[]
  qualifiers: string[]
}

export function policyCatalogue(): PolicyCatalogue {
  const services = Object.keys(POLICY_ACTIONS) as PolicyService[]
  const common = new Set(COMMON_CONDITION_KEYS)
  return {
    actions: services.flatMap((service) =>
      POLICY_ACTIONS[service].map((name) => ({
        name,
        service,
        target: actionTarget(name),
        grantable: grantableIn(name),
        ownKeys: name.includes('*') ? [] : [...conditionKeysOf(name)].filter((key) => !common.has(key)),
      })),
    ),
    commonKeys: [...COMMON_CONDITION_KEYS],
    conditionKeys: [...CONDITION_KEYS],
    operators: [...CONDITION_OPERATORS],
    qualifiers: [...CONDITION_QUALIFIERS],
  }
}

/** The resource of a request for the action. */
export function actionTarget(action: string): 'object' | 'bucket' | 'server' {
  if (OBJECT_ACTIONS.has(action)) return 'object'
  return action.startsWith('s3:') && action !== 's3:ListAllMyBuckets' ? 'bucket' : 'server'
}

/** Whether it is the name of a single action. */
export function isAction(action: string): boolean {
  return !action.includes('*') && Object.values(POLICY_ACTIONS).some((names) => names.some((name) => name === action))
}
