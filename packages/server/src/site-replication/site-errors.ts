import { AppError } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { shortWords, withStorageErrors } from '../shared/storage-errors.ts'

export const VIEW = 'admin:SiteReplicationInfo'
export const ADD = 'admin:SiteReplicationAdd'
export const REMOVE = 'admin:SiteReplicationRemove'
export const RESYNC = 'admin:SiteReplicationResync'

/** Runs a storage call for which the server asks all sites. One that has just stopped makes it fail. */
export async function withComparisonErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await withSiteErrors(VIEW, call)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SitesRefused') throw error
    throw new AppError('SitesNotCompared', error.details, { cause: error })
  }
}

/** Runs a storage call about sites, and says why it is refused. */
export async function withSiteErrors<T>(action: string, call: Promise<T>): Promise<T> {
  try {
    return await withStorageErrors({ action, feature: 'site replication' }, call)
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    throw (cause instanceof StorageError && meaningOf(cause)) || error
  }
}

function meaningOf(cause: StorageError): AppError | undefined {
  const { code, message } = cause
  if (code === 'InternalError' && /all buckets resync failed/i.test(message)) {
    return new AppError('SiteResyncRefused', {}, { cause })
  }
  if (code === 'XMinioSiteReplicationConfigMissingError') return new AppError('NoSuchSite', {}, { cause })
  if (!code.startsWith('XMinioSiteReplication')) return undefined
  if (/is not enabled/i.test(message)) return new AppError('NoSiteReplication', {}, { cause })
  if (/peer not found|not found in existing/i.test(message)) return new AppError('NoSuchSite', {}, { cause })
  if (/resync is already in progress/i.test(message)) return new AppError('SiteResyncRunning', {}, { cause })
  if (/no resync in progress|already canceled/i.test(message)) return new AppError('NoSiteResync', {}, { cause })
  // What a server has to say is in parentheses after a title.
  const words = /\((.*)\)\s*$/s.exec(message)?.[1] ?? message
  return new AppError('SitesRefused', { reason: shortWords(words).replace(/\.$/, '') }, { cause })
}
