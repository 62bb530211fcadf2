/** Admin and KMS actions, grouped by area of administration. */
import { POLICY_ACTIONS } from './actions.ts'

const kmsActions = POLICY_ACTIONS.kms.filter((action) => !action.includes('*'))
const isViewing = (action: string) => /:(?:Describe|Get|Key|List|Status|Version)/.test(action)

interface Area {
  /** Actions that only read. */
  view: readonly string[]
  change: readonly string[]
}

/** Every admin and KMS action is in one of these. */
export const ADMINISTRATION = {
  users: {
    view: ['admin:GetUser', 'admin:ListUsers'],
    change: ['admin:CreateUser', 'admin:DeleteUser', 'admin:DisableUser', 'admin:EnableUser'],
  },
  groups: {
    view: ['admin:GetGroup', 'admin:ListGroups'],
    change: ['admin:AddUserToGroup', 'admin:DisableGroup', 'admin:EnableGroup', 'admin:RemoveUserFromGroup'],
  },
  policies: {
    view: ['admin:GetPolicy', 'admin:ListUserPolicies'],
    change: [
      'admin:AttachUserOrGroupPolicy',
      'admin:CreatePolicy',
      'admin:DeletePolicy',
      'admin:UpdatePolicyAssociation',
    ],
  },
  accessKeys: {
    view: ['admin:ListServiceAccounts', 'admin:ListTemporaryAccounts'],
    change: ['admin:CreateServiceAccount', 'admin:RemoveServiceAccount', 'admin:UpdateServiceAccount'],
  },
  buckets: {
    view: ['admin:GetBucketQuota', 'admin:GetBucketTarget', 'admin:ReplicationDiff'],
    change: ['admin:SetBucketQuota', 'admin:SetBucketTarget'],
  },
  tiers: { view: ['admin:ListTier'], change: ['admin:SetTier'] },
  settings: { view: [], change: ['admin:ConfigUpdate'] },
  service: {
    view: [],
    change: ['admin:ServerUpdate', 'admin:ServiceFreeze', 'admin:ServiceRestart', 'admin:ServiceStop'],
  },
  monitoring: {
    view: [
      'admin:BandwidthMonitor',
      'admin:ConsoleLog',
      'admin:DataUsageInfo',
      'admin:OBDInfo',
      'admin:Profiling',
      'admin:Prometheus',
      'admin:ServerInfo',
      'admin:ServerTrace',
      'admin:StorageInfo',
      'admin:TopLocksInfo',
    ],
    change: [],
  },
  drives: { view: [], change: ['admin:Decommission', 'admin:Heal', 'admin:Rebalance'] },
  batch: {
    view: ['admin:DescribeBatchJob', 'admin:ListBatchJobs'],
    change: ['admin:CancelBatchJob', 'admin:StartBatchJob'],
  },
  siteReplication: {
    view: ['admin:SiteReplicationInfo'],
    change: [
      'admin:SiteReplicationAdd',
      'admin:SiteReplicationDisable',
      'admin:SiteReplicationOperation',
      'admin:SiteReplicationRemove',
      'admin:SiteReplicationResync',
    ],
  },
  backup: {
    view: ['admin:ExportBucketMetadata', 'admin:ExportIAM'],
    change: ['admin:ImportBucketMetadata', 'admin:ImportIAM'],
  },
  encryption: { view: ['admin:KMSKeyStatus'], change: ['admin:KMSCreateKey'] },
  kms: { view: kmsActions.filter(isViewing), change: kmsActions.filter((action) => !isViewing(action)) },
} as const satisfies Record<string, Area>

export type AdministrationArea = keyof typeof ADMINISTRATION

export const ADMINISTRATION_AREAS = Object.keys(ADMINISTRATION) as AdministrationArea[]

/** `partial`: some of the actions that change something, or only some that read. */
export type AdministrationLevel = 'full' | 'view' | 'partial'

export interface AdministrationGrant {
  area: AdministrationArea
  level: AdministrationLevel
  /** Sorted. */
  actions: string[]
}

/** The areas of some admin and KMS actions. */
export function administrationOf(allowed: ReadonlySet<string>): AdministrationGrant[] {
  return ADMINISTRATION_AREAS.flatMap((area) => {
    const { view, change }: Area = ADMINISTRATION[area]
    const actions = [...view, ...change].filter((action) => allowed.has(action)).sort()
    if (actions.length === 0) return []
    const has = (some: readonly string[]) => some.every((action) => allowed.has(action))
    const changes = change.some((action) => allowed.has(action))
    const level = has(view) && has(change) ? 'full' : has(view) && !changes ? 'view' : 'partial'
    return [{ area, level, actions }]
  })
}
