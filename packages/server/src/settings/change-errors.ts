import { AppError, reasonText } from '@cooperage/contract'
import { StorageError } from '@cooperage/storage-client'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { type NamedValue, namedKey } from './named-key.ts'
import { CONFIG_ACTION } from './sections.ts'

/**
 * The server's message says which value of the visitor's input is wrong, or which endpoint doesn't respond.
 * @throws AppError InvalidConfiguration, with the key of the one of `values` that the message is about
 */
export async function withChangeErrors<T>(
  id: string,
  call: Promise<T>,
  values: readonly NamedValue[] = [],
): Promise<T> {
  try {
    return await withStorageErrors(
      { action: CONFIG_ACTION, feature: reasonText('configurationSection', { section: id }) },
      call,
    )
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : undefined
    if (!(cause instanceof StorageError)) throw error
    // Storage servers connect to the endpoints first, and may save the change after the console stopped waiting.
    if (cause.kind === 'timeout') throw new AppError('ConfigurationNoResponse', { section: id }, { cause })
    if (cause.code === 'XMinioConfigNotFoundError')
      throw new AppError('NoSuchConfiguration', { section: id }, { cause })
    if (cause.code !== 'XMinioConfigError' && cause.code !== 'XMinioAdminConfigBadJSON') throw error
    const key = namedKey(cause.message, values)?.key ?? ''
    const options = { cause, detailedMessage: cause.message, refusal: { key } }
    throw new AppError('InvalidConfiguration', { reason: reasonText('rejected') }, options)
  }
}
