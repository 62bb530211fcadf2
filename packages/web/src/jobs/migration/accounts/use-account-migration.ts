import {
  type AccountFacts,
  type AccountResult,
  createAccounts,
  getAccountFacts,
  IAM_BACKUP_FILE,
  MAX_NEW_ACCOUNTS,
  NEW_ACCOUNTS_PART,
  type PlannedAccount,
  planAccounts,
  readArchivedAccounts,
} from '@cooperage/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { serverBase } from '../../../navigation/server-paths.ts'
import type { ApiError } from '../../../shared/api/api-error.ts'
import { call, callAt, callWithForm } from '../../../shared/api/call.ts'

/** A server with many accounts is asked user by user. */
const FACTS_MS = 5 * 60_000
/** Each call creates a few. If one is given up, their new keys are lost. */
const CREATE_MS = 5 * 60_000

export interface CheckedAccounts {
  source: AccountFacts
  target: AccountFacts
  plan: readonly PlannedAccount[]
}

type Results = ReadonlyMap<PlannedAccount, AccountResult | 'unknown'>
const NO_RESULTS: Results = new Map()

/** Checks and creates the accounts at another server, a few at a time. Their new keys are only here. */
export function useAccountMigration(server: string, archive: File | undefined) {
  const [results, setResults] = useState(NO_RESULTS)
  const isStopping = useRef(false)
  const check = useMutation<CheckedAccounts, ApiError>({
    mutationFn: async () => {
      const [source, target] = await Promise.all([
        archive === undefined ? call(getAccountFacts, {}) : readArchive(archive),
        callAt(serverBase(server), getAccountFacts, {}, AbortSignal.timeout(FACTS_MS)),
      ])
      return { source, target, plan: planAccounts(source, target, Date.now()) }
    },
    onSuccess: () => setResults(NO_RESULTS),
    gcTime: 0,
  })
  const plan = check.data?.plan ?? []
  const waiting = plan.filter((planned) => planned.make !== undefined && !results.has(planned))
  const create = useMutation<void, ApiError>({
    mutationFn: async () => {
      isStopping.current = false
      for (let from = 0; from < waiting.length && !isStopping.current; from += MAX_NEW_ACCOUNTS) {
        const some = waiting.slice(from, from + MAX_NEW_ACCOUNTS)
        let created: readonly (AccountResult | 'unknown')[] = some.map(() => 'unknown')
        try {
          created = await createSome(server, some, archive)
        } finally {
          setResults(
            (before) => new Map([...before, ...some.map((one, at) => [one, created[at] ?? 'unknown'] as const)]),
          )
        }
      }
    },
    gcTime: 0,
  })
  const isCreating = create.isPending
  useEffect(() => {
    if (!isCreating) return
    const confirmClose = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmClose)
    return () => window.removeEventListener('beforeunload', confirmClose)
  }, [isCreating])
  const stop = () => {
    isStopping.current = true
  }
  return { check, create, results, waiting, stop }
}

async function readArchive(archive: File): Promise<AccountFacts> {
  const form = new FormData()
  form.append(IAM_BACKUP_FILE, archive)
  return await callWithForm(readArchivedAccounts, {}, form)
}

async function createSome(
  server: string,
  planned: readonly PlannedAccount[],
  archive: File | undefined,
): Promise<AccountResult[]> {
  const form = new FormData()
  form.append(NEW_ACCOUNTS_PART, JSON.stringify(planned.map(({ make }) => make)))
  const hasSecrets = planned.some(({ kind }) => kind === 'user' || kind === 'key')
  if (archive !== undefined && hasSecrets) form.append(IAM_BACKUP_FILE, archive)
  const base = serverBase(server)
  return (await callAt(base, createAccounts, {}, AbortSignal.timeout(CREATE_MS), form)).results
}
