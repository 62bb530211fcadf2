import {
  type AccountFacts,
  createAccounts,
  getAccountFacts,
  IAM_BACKUP_FILE,
  MAX_NEW_ACCOUNTS,
  NEW_ACCOUNTS_PART,
  planAccounts,
  readArchivedAccounts,
} from '@cooperage/contract'
import { useEffect, useState } from 'react'
import { serverBase } from '../../../navigation/server-paths.ts'
import { call, callAt, callWithForm } from '../../../shared/api/call.ts'
import { type AccountCalls, AccountRun } from './account-run.ts'
import { newKeys } from './new-keys.ts'

/** A server with many accounts is asked user by user. */
const FACTS_MS = 5 * 60_000
/** Each call creates a few. If one is given up, their new keys are lost. */
const CREATE_MS = 5 * 60_000

/** The run of one dialog. */
export function useAccountMigration(server: string, archive: File | undefined): AccountRun {
  const [run] = useState(() => new AccountRun(callsTo(server, archive)))
  const isCreating = run.use().doing === 'create'
  useEffect(() => void run.check(), [run])
  useEffect(() => {
    if (!isCreating) return
    const confirmClose = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmClose)
    return () => window.removeEventListener('beforeunload', confirmClose)
  }, [isCreating])
  return run
}

function callsTo(server: string, archive: File | undefined): AccountCalls {
  const base = serverBase(server)
  return {
    check: async () => {
      const [source, target] = await Promise.all([
        archive === undefined ? call(getAccountFacts, {}) : readArchive(archive),
        callAt(base, getAccountFacts, {}, AbortSignal.timeout(FACTS_MS)),
      ])
      return { source, target, plan: planAccounts(source, target, Date.now()) }
    },
    batch: (waiting) => waiting.slice(0, MAX_NEW_ACCOUNTS),
    create: async (planned) => {
      const form = new FormData()
      form.append(NEW_ACCOUNTS_PART, JSON.stringify(planned.map(({ make }) => make)))
      const hasSecrets = planned.some(({ kind }) => kind === 'user' || kind === 'key')
      if (archive !== undefined && hasSecrets) form.append(IAM_BACKUP_FILE, archive)
      return (await callAt(base, createAccounts, {}, AbortSignal.timeout(CREATE_MS), form)).results
    },
    keep: (keys) => newKeys.add(server, keys),
  }
}

async function readArchive(archive: File): Promise<AccountFacts> {
  const form = new FormData()
  form.append(IAM_BACKUP_FILE, archive)
  return await callWithForm(readArchivedAccounts, {}, form)
}
