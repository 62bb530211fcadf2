import {
  type AccountFacts,
  createAccounts,
  fittingInOneCall,
  getAccountFacts,
  IAM_BACKUP_FILE,
  NEW_ACCOUNTS_PART,
  planAccounts,
  readArchivedAccounts,
} from '@cooperage/contract'
import { useEffect, useState } from 'react'
import { serverBase } from '../../../navigation/server-paths.ts'
import { call, callAt, callWithForm } from '../../../shared/api/call.ts'
import { warnBeforeClose } from '../../../shared/warn-before-close.ts'
import { type AccountCalls, AccountRun } from './account-run.ts'
import { newKeys } from './new-keys.ts'

/** A server with many accounts is asked user by user. */
const FACTS_MS = 5 * 60_000
/** Each call creates accounts for some seconds. */
const CREATE_MS = 5 * 60_000
/** If a response is lost, so are the new keys in it. With the secret keys of an archive there are none. */
const WITH_NEW_KEYS = 20

/** The run of one dialog. */
export function useAccountMigration(server: string, archive: File | undefined): AccountRun {
  const [run] = useState(() => {
    const begun = new AccountRun(callsTo(server, archive))
    warnBeforeClose(begun)
    return begun
  })
  useEffect(() => void run.check(), [run])
  return run
}

function callsTo(server: string, archive: File | undefined): AccountCalls {
  const base = serverBase(server)
  // IAM has only keys that it has chosen itself.
  const keepsSecrets = ({ api }: AccountFacts) => archive !== undefined && api === 'admin'
  return {
    check: async () => {
      const [source, target] = await Promise.all([
        archive === undefined ? call(getAccountFacts, {}) : readArchive(archive),
        callAt(base, getAccountFacts, {}, AbortSignal.timeout(FACTS_MS)),
      ])
      return { source, target, plan: planAccounts(source, target, Date.now()) }
    },
    batch: (waiting, { target }) => {
      const most = keepsSecrets(target) ? waiting.length : WITH_NEW_KEYS
      const some = waiting.slice(0, most)
      return some.slice(0, fittingInOneCall(some.flatMap(({ make }) => make ?? [])))
    },
    create: async (planned, { target }) => {
      const form = new FormData()
      form.append(NEW_ACCOUNTS_PART, JSON.stringify(planned.map(({ make }) => make)))
      const hasSecrets = planned.some(({ kind }) => kind === 'user' || kind === 'key')
      if (archive !== undefined && hasSecrets && target.api === 'admin') form.append(IAM_BACKUP_FILE, archive)
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
