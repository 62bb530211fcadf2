import {
  CLASS_QUOTA_SUFFIX,
  defaultParity,
  drivesProblem,
  getMaxMemory,
  getOperator,
  getParity,
  getResourceQuota,
  isNamespaceName,
  listTenantsIn,
  nodesProblem,
} from '@cooperage/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import type { ApiError } from '../../shared/api/api-error.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import type { Facts } from './validity.ts'
import type { OperatorParts } from './wizard-fields.ts'
import type { WizardForm } from './wizard-form.ts'

/** Pause in typing after which the cluster is queried (spec operator-mode 9). */
const PAUSE_MS = 500
const NO_PARTS: OperatorParts & { installed: boolean } = {
  installed: true,
  logSearch: false,
  prometheus: false,
  consoleImage: false,
}

export interface WizardFacts {
  facts: Facts
  parts: OperatorParts & { installed: boolean }
  namespaceError: ApiError | null
  /** Quota and storage classes can't be read: the namespace may have to be created (spec operator-mode 8). */
  quotaError: ApiError | null
  parityError: ApiError | null
  memoryError: ApiError | null
}

/** What the cluster reports about the entered values. Queries it again when they change. */
export function useFacts(form: WizardForm, change: (part: Partial<WizardForm>) => void): WizardFacts {
  const [namespace] = useDebouncedValue(form.namespace, PAUSE_MS)
  const isName = isNamespaceName(namespace)
  const tenants = useApiQuery(listTenantsIn, { params: { namespace } }, { enabled: isName })
  const isFree = tenants.data?.total === 0
  const quota = useApiQuery(
    getResourceQuota,
    { params: { namespace, quota: `${namespace}-storagequota` } },
    { enabled: isName && isFree },
  )
  const classes = useMemo(
    () =>
      (quota.data?.elements ?? []).map(({ name, hard, used }) => ({
        name: name.split(CLASS_QUOTA_SUFFIX)[0] ?? name,
        available: hard - used,
      })),
    [quota.data],
  )
  const selected = form.selectedStorageClass
  const isUnread = quota.error !== null && quota.error.code !== 'NoSuchNamespace'
  useEffect(() => {
    if (isUnread || classes.some(({ name }) => name === selected)) return
    change({ selectedStorageClass: classes[0]?.name ?? '' })
  }, [isUnread, classes, selected, change])

  const [amounts] = useDebouncedValue(`${form.nodes}/${form.drivesPerServer}`, PAUSE_MS)
  const [nodes = 0, drives = 0] = amounts.split('/').map(Number)
  const areCounts = nodesProblem(nodes) === '' && drivesProblem(drives) === '' && Math.max(nodes, drives) <= 10_000
  const parity = useApiQuery(getParity, { params: { nodes, drives } }, { enabled: areCounts })
  const memory = useApiQuery(getMaxMemory, { query: { num_nodes: nodes } }, { enabled: areCounts })
  const choices = parity.error || !areCounts ? NO_CHOICES : (parity.data ?? NO_CHOICES)
  const { ecParity } = form
  useEffect(() => {
    if (!choices.includes(ecParity)) change({ ecParity: defaultParity(choices, nodes, drives) })
  }, [choices, ecParity, nodes, drives, change])

  const operator = useApiQuery(getOperator, {})
  const isCurrent = namespace === form.namespace
  return {
    facts: {
      isNamespaceChecked: isCurrent && (!isName || (!tenants.isFetching && !(isFree && quota.isFetching))),
      hasTenant: (tenants.data?.total ?? 0) > 0,
      classes: !isCurrent || !isFree ? [] : isUnread ? undefined : classes,
      parityChoices: choices,
      // A failure counts as no memory (spec operator-mode 8), but what may not be read is unknown.
      maxMemory: memory.error?.code === 'AccessDenied' ? undefined : memory.error ? 0 : (memory.data?.max_memory ?? 0),
    },
    parts: operator.data ?? NO_PARTS,
    namespaceError: isName ? tenants.error : null,
    quotaError: isCurrent && isName && isFree ? quota.error : null,
    parityError: areCounts ? parity.error : null,
    memoryError: areCounts ? memory.error : null,
  }
}

const NO_CHOICES: readonly string[] = []
